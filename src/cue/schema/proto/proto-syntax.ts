/** What a .proto file holds, as far as CUE is made of it. */

export interface ProtoComment {
  /** Without the marks. */
  readonly lines: string[];
  readonly line: number;
  readonly isBlock: boolean;
}

interface Placed {
  readonly offset: number;
  /** The lines right above. */
  doc?: ProtoComment | undefined;
  /** What follows on the line. */
  inline?: ProtoComment | undefined;
}

export interface ProtoOption extends Placed {
  readonly kind: "option";
  readonly name: string;
  /** As it is written; "" for what is written in braces. */
  readonly source: string;
  /** The same without quotes. */
  readonly text: string;
}

export interface ProtoField extends Placed {
  readonly kind: "field";
  readonly name: string;
  readonly type: string;
  /** Of maps. */
  readonly keyType: string | undefined;
  readonly number: string;
  readonly isRepeated: boolean;
  readonly options: readonly ProtoOption[];
}

export interface ProtoMessage extends Placed {
  readonly kind: "message";
  readonly name: string;
  readonly isExtension: boolean;
  readonly elements: readonly ProtoElement[];
}

export interface ProtoEnum extends Placed {
  readonly kind: "enum";
  readonly name: string;
  readonly elements: readonly ProtoElement[];
}

export interface ProtoValue extends Placed {
  readonly kind: "value";
  readonly name: string;
  readonly number: string;
}

export interface ProtoOneof extends Placed {
  readonly kind: "oneof";
  readonly name: string;
  readonly elements: readonly ProtoElement[];
}

interface ProtoWord extends Placed {
  readonly kind: "syntax" | "package" | "import";
  readonly text: string;
}

interface ProtoRest extends Placed {
  /** Nothing is made of them; a group cannot be translated. */
  readonly kind: "service" | "reserved" | "group";
}

export type ProtoElement =
  | ProtoOption
  | ProtoField
  | ProtoMessage
  | ProtoEnum
  | ProtoValue
  | ProtoOneof
  | ProtoWord
  | ProtoRest
  | { readonly kind: "comment"; readonly comment: ProtoComment };

/** What is wrong with a file, and where. */
export class ProtoFault {
  readonly message: string;
  readonly offset: number;
  constructor(message: string, offset: number) {
    this.message = message;
    this.offset = offset;
  }
}
