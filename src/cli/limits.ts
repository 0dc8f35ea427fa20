import type { CommandContext } from "./command-spec.ts";

/** What one evaluation of a command may cost; what is absent is what the engine takes by itself. */
interface Limits {
  readonly steps?: number;
  readonly values?: number;
  readonly bytes?: number;
  readonly depth?: number;
  readonly milliseconds?: number;
}

const units: Readonly<Record<string, number>> = {
  "": 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  kb: 1 << 10,
  mb: 1 << 20,
  gb: 1 << 30,
};
const times: Readonly<Record<string, number>> = { ms: 1, "": 1000, s: 1000, m: 60_000, h: 3_600_000 };
const names = { steps: "steps", values: "values", bytes: "bytes", depth: "depth", time: "milliseconds" } as const;

/** Reads `time=60s,values=5M`, or `none`; a text says what is wrong with it. */
function parseLimits(text: string): Limits | string {
  const out: { -readonly [K in keyof Limits]: number } = {};
  for (const part of text.split(",")) {
    const word = part.trim().toLowerCase();
    if (word === "") continue;
    if (word === "none") {
      for (const name of ["steps", "values", "bytes", "milliseconds"] as const) out[name] = Number.POSITIVE_INFINITY;
      continue;
    }
    const m = /^([a-z]+)=(none|(\d+(?:\.\d+)?)([a-z]*))$/.exec(word);
    const name = m === null ? undefined : names[m[1] as keyof typeof names];
    if (m === null || name === undefined)
      return `${part.trim()}: expected none, or NAME=NUMBER with the name time, steps, values, bytes or depth`;
    const unit = (name === "milliseconds" ? times : units)[m[4] ?? ""];
    if (m[2] !== "none" && unit === undefined) return `${part.trim()}: ${m[4]} is no unit of it`;
    out[name] = m[2] === "none" ? Number.POSITIVE_INFINITY : Math.round(Number(m[3]) * unit!);
  }
  return out;
}

/** By the flag, over the environment (OPM_LIMITS), over what the command takes by itself. */
export function limitsOf({ io, options }: Pick<CommandContext, "io" | "options">, preset: Limits): Limits {
  const read = (text: unknown): Limits => {
    const limits = typeof text === "string" ? parseLimits(text) : {};
    return typeof limits === "string" ? {} : limits;
  };
  const { milliseconds, ...rest } = { ...preset, ...read(io.env["OPM_LIMITS"]), ...read(options["limits"]) };
  // Without a limit the clock is not looked at.
  return milliseconds === undefined || milliseconds === Number.POSITIVE_INFINITY ? rest : { ...rest, milliseconds };
}

/**
 * Of commands: a few seconds and a few hundred megabytes, several times what the largest programs take that people write
 * (three thousand Kubernetes objects against a schema: two million steps, two hundred thousand values). Who has a larger
 * one says so.
 */
export const commandLimits: Limits = { steps: 7_000_000, values: 800_000, bytes: 64 << 20 };

/** A render ends: whoever waits for one in a pipeline would rather be told. */
export const renderLimits: Limits = { ...commandLimits, milliseconds: 120_000 };
