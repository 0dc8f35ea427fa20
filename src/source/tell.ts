import type { Diagnostic } from "./diagnostic.ts";
import type { MessageHints, MessageTexts } from "./message-words.ts";

/** What a message of ours says: its code, its words, and what they are made of. The rest of a diagnostic stands around it. */
export interface Told {
  readonly code: string;
  readonly message: string;
  readonly args?: NonNullable<Diagnostic["args"]>;
}

type Argument = string | number | boolean;

/** The arguments that a text names; more may be given, for programs that read diagnostics. */
type Given<Names> = [Names] extends [never]
  ? [args?: Readonly<Record<string, Argument>>]
  : [args: Readonly<Record<Names & string, Argument>> & Readonly<Record<string, Argument>>];

/**
 * A message of the table docs/message: a text that does not stand there under its code does not compile, nor one whose
 * arguments are not given. The table is types alone: it costs nothing when a program starts.
 */
export function tell<Code extends keyof MessageTexts, Text extends keyof MessageTexts[Code] & string>(
  code: Code,
  text: Text,
  ...[args]: Given<MessageTexts[Code][Text]>
): Told {
  return args === undefined ? { code, message: text } : { code, message: filled(text, args), args };
}

type HintsOf<Code> = Code extends keyof MessageHints ? MessageHints[Code] & MessageHints["any"] : MessageHints["any"];

/** What to do about a message, from the same table. */
export function advise<Code extends string, Hint extends (keyof MessageHints["any"] | keyof HintsOf<Code>) & string>(
  _code: Code,
  hint: Hint,
  ...[args]: Given<HintsOf<Code>[Hint & keyof HintsOf<Code>]>
): string {
  return args === undefined ? hint : filled(hint, args);
}

function filled(text: string, args: Readonly<Record<string, Argument>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(args, name) ? String(args[name]) : all));
}
