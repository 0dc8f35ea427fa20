import type { Args, TemplateFunction } from "../compile/library.ts";
import { momentAt } from "../date/calendar.ts";
import { formatMoment, offsetName, parseFormat } from "../date/format.ts";
import type { DateItem } from "../date/format.ts";
import { bool, size, text } from "../filter/argument.ts";
import type { Type } from "../filter/argument.ts";
import { isSecretName } from "../context/secret-name.ts";
import { defaultBudget } from "../render/budget.ts";
import { failure } from "../render/failure.ts";
import { maxInt64, minInt64, integer } from "../value/number.ts";
import { toJson } from "../value/print.ts";
import { isInteger } from "../value/value.ts";
import type { Integer, Value } from "../value/value.ts";
import type { TemplateHost } from "./host.ts";

/** All functions of Tera. */
export function builtinFunctions(host: TemplateHost): ReadonlyMap<string, TemplateFunction> {
  return new Map<string, TemplateFunction>([
    ["range", { call: range }],
    ["now", { call: (args) => now(host, args) }],
    ["throw", { call: throwMessage }],
    ["get_random", { call: (args) => random(host, args) }],
    ["get_env", { call: (args) => getEnv(host, args), isSecret: readsSecret }],
  ]);
}

/** Whether a call names an environment variable that looks like a secret. */
export function readsSecret(args: Args): boolean {
  const name = args.get("name");
  return typeof name === "string" && isSecretName(name);
}

/** An argument of a type; `label` is what the message calls it. */
function argument<T>(fn: string, args: Args, name: string, type: Type<T>, kind: string, label = name): T | undefined {
  const value = args.get(name);
  if (value === undefined) return undefined;
  const result = type.read(value);
  if (result !== undefined) return result;
  throw failure(`Function \`${fn}\` received ${name}=${toJson(value)} but \`${label}\` can only be a ${kind}`);
}

function range(args: Args): Value {
  const start = argument("range", args, "start", size, "number") ?? 0;
  const step = argument("range", args, "step_by", size, "number", "step") ?? 1;
  const end = argument("range", args, "end", size, "number");
  if (end === undefined) throw failure("Function `range` was called without a `end` argument");
  if (start > end) throw failure("Function `range` was called with a `start` argument greater than the `end` one");
  if (start < end && (step === 0 || (end - start) / step > defaultBudget.items)) {
    throw failure("Function `range` was asked for too many numbers");
  }
  const numbers: number[] = [];
  for (let i = start; i < end; i += step) numbers.push(i);
  return numbers;
}

const rfc3339 = parseFormat("%+") as DateItem[];

/** A moment as `to_rfc3339` writes it. */
export function rfc3339Text(milliseconds: number, offset: number): string {
  const second = Math.floor(milliseconds / 1000);
  const moment = momentAt(second, Math.round((milliseconds - second * 1000) * 1e6), {
    offset,
    name: offsetName(offset),
  });
  return formatMoment(moment, rfc3339) as string;
}

function now(host: TemplateHost, args: Args): Value {
  const utc = argument("now", args, "utc", bool, "boolean") ?? false;
  const timestamp = argument("now", args, "timestamp", bool, "boolean") ?? false;
  const time = host.now();
  if (timestamp) return Math.floor(time / 1000);
  return rfc3339Text(time, utc ? 0 : (host.localOffset?.() ?? 0) * 60);
}

function throwMessage(args: Args): Value {
  const message = argument("throw", args, "message", text, "string");
  throw failure(message ?? "Function `throw` was called without a `message` argument");
}

const wholeNumber: Type<Integer> = {
  name: "isize",
  read: (v) => (isInteger(v) && v >= minInt64 && v <= maxInt64 ? v : undefined),
};

function random(host: TemplateHost, args: Args): Value {
  const start = argument("get_random", args, "start", wholeNumber, "number") ?? 0;
  const end = argument("get_random", args, "end", wholeNumber, "number");
  if (end === undefined) throw failure("Function `get_random` didn't receive an `end` argument");
  if (start >= end) throw failure("Function `get_random` was called with an empty range");
  const span = BigInt(end) - BigInt(start);
  return integer(BigInt(start) + (BigInt(Math.floor(host.random() * Number(span))) % span));
}

function getEnv(host: TemplateHost, args: Args): Value {
  const name = argument("get_env", args, "name", text, "string");
  if (name === undefined) throw failure("Function `get_env` didn't receive a `name` argument");
  const value = host.env(name) ?? args.get("default");
  if (value === undefined) throw failure(`Environment variable \`${name}\` not found`);
  return value;
}
