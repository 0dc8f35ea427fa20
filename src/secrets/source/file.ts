import { Secret } from "../secret.ts";
import { SECRET_CODE } from "../secret-code.ts";
import { notFound } from "./secret-source.ts";
import type { SecretSource } from "./secret-source.ts";
import { tell } from "../../source/index.ts";

/** `@file(path)`: the text of a file, as it is; with `trim=true` without the last line end. */
export const fileSource: SecretSource = {
  name: "file",
  async fetch(request, host) {
    const text = await host.readFile(request.path, request.place?.file.name);
    if (text === null)
      return notFound(request, tell(SECRET_CODE.notFound, "there is no file {path}", { path: request.path }));
    const value = request.options.get("trim") === "true" ? text.replace(/\r?\n$/, "") : text;
    return { value: new Secret(value, `file ${request.path}`), diagnostics: [] };
  },
};
