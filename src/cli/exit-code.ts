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
