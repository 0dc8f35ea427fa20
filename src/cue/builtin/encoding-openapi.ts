import type { BuiltinPackage } from "../value/index.ts";
import { definePackage, S, schemaFn, T } from "./define.ts";
import type { Impl } from "./define.ts";

const CONFIG = `{
	#Config: {
		version!:         "3.0.0"
		info?:            #Info
		selfContained:    bool | *false
		expandReferences: bool | *false
	}
	#Info: {
		title!:          string
		version!:        string
		summary?:        string
		description?:    string
		termsOfService?: string
		contact?:        #Contact
		license?:        #License
	}
	#Contact: {
		name?:  string
		url?:   string
		email?: string
	}
	#License: {
		name!: string
		url?:  string
	}
}`;

/** Schemas are made of values by those who can read them as they were written, above this room. */
export function openapiPackage(marshalSchema: Impl): BuiltinPackage {
  return definePackage("encoding/openapi", { MarshalSchema: schemaFn([T, T], S, marshalSchema) }, CONFIG);
}
