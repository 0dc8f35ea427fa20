/** The tree of a template. Every node knows its place and how it is written, for messages. */

interface Place {
  readonly pos: number;
}

export type Argument =
  | ({ readonly kind: "dot" } & Place)
  | ({ readonly kind: "nil" } & Place)
  | ({ readonly kind: "bool"; readonly value: boolean } & Place)
  | ({ readonly kind: "number"; readonly text: string; readonly value: bigint | number | undefined } & Place)
  | ({ readonly kind: "string"; readonly quoted: string; readonly value: string } & Place)
  | ({ readonly kind: "field"; readonly path: readonly string[] } & Place)
  | ({ readonly kind: "variable"; readonly path: readonly string[] } & Place)
  | ({ readonly kind: "identifier"; readonly name: string } & Place)
  | ({ readonly kind: "chain"; readonly of: Argument; readonly path: readonly string[] } & Place)
  | ({ readonly kind: "pipe" } & Pipe);

export interface Command extends Place {
  readonly args: readonly Argument[];
}

export interface Pipe extends Place {
  readonly line: number;
  readonly assigns: boolean;
  readonly variables: readonly string[];
  readonly commands: readonly Command[];
}

export type Statement =
  | ({ readonly kind: "text"; readonly text: string } & Place)
  | ({ readonly kind: "action"; readonly pipe: Pipe } & Place)
  | ({
      readonly kind: "if" | "with" | "range";
      readonly pipe: Pipe;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[] | undefined;
    } & Place)
  | ({ readonly kind: "template"; readonly name: string; readonly pipe: Pipe | undefined } & Place)
  | ({ readonly kind: "break" | "continue" } & Place);

export function argumentText(a: Argument): string {
  switch (a.kind) {
    case "dot":
      return ".";
    case "nil":
      return "nil";
    case "bool":
      return String(a.value);
    case "number":
      return a.text;
    case "string":
      return a.quoted;
    case "field":
      return a.path.map((p) => "." + p).join("");
    case "variable":
      return a.path.join(".");
    case "identifier":
      return a.name;
    case "chain": {
      const of = a.of.kind === "pipe" ? `(${argumentText(a.of)})` : argumentText(a.of);
      return of + a.path.map((p) => "." + p).join("");
    }
    case "pipe":
      return pipeText(a);
  }
}

export function commandText(c: Command): string {
  return c.args.map((a) => (a.kind === "pipe" ? `(${pipeText(a)})` : argumentText(a))).join(" ");
}

export function pipeText(p: Pipe): string {
  const head = p.variables.length === 0 ? "" : p.variables.join(", ") + (p.assigns ? " = " : " := ");
  return head + p.commands.map(commandText).join(" | ");
}
