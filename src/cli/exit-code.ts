/** What the shell learns (PIPE-9). */
export const exitCode = {
  ok: 0,
  general: 1,
  /** The user's module, values or templates are wrong, or do not render. */
  validation: 2,
  connectivity: 3,
  permission: 4,
  notFound: 5,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/**
 * Codes of messages that say that something which the user named is not there: configuration, provider, module,
 * values file, release, bundle, environment.
 */
const absent: ReadonlySet<string> = new Set([
  "OPM1001",
  "OPM1101",
  "OPM1201",
  "OPM1205",
  "OPM1210",
  "OPM1611",
  "OPM4008",
]);

/** And of those that say that a registry cannot be reached, or refuses. */
const elsewhere = new Map<string, ExitCode>([
  ["OPM1211", exitCode.connectivity],
  ["OPM1212", exitCode.permission],
]);

/** The exit code of a command that failed with these errors: nothing is wrong with what is not there. */
export function exitOf(exit: number, errors: readonly (string | undefined)[]): number {
  if (exit !== exitCode.validation || errors.length === 0) return exit;
  if (errors.every((code) => code !== undefined && absent.has(code))) return exitCode.notFound;
  const other = elsewhere.get(errors[0] ?? "");
  return other !== undefined && errors.every((code) => code === errors[0]) ? other : exit;
}
