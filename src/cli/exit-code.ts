import { messageExit } from "../source/index.ts";

/** What the shell learns (PIPE-9). */
export const exitCode = {
  ok: 0,
  general: 1,
  /** The user's module, values or templates are wrong, or do not render. */
  validation: 2,
  connectivity: 3,
  permission: 4,
  notFound: 5,
  /** Others own what would be changed, or are changing it now. */
  conflict: 6,
  /** With --exit-code: something would change. */
  changes: 10,
} as const;

/**
 * The exit code of a command that failed with these errors. Nothing is wrong with what is not there, and a registry that
 * does not answer is no mistake: where all errors are such, and of one kind, the command says so.
 */
export function exitOf(exit: number, errors: readonly (string | undefined)[]): number {
  if (exit !== exitCode.validation || errors.length === 0) return exit;
  const [first, ...others] = errors.map((code) => messageExit[code ?? ""]);
  return first !== undefined && others.every((other) => other === first) ? first : exit;
}
