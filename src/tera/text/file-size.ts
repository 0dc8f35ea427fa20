import { plainFloat } from "../value/print.ts";

const decimalUnits = ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];
const binaryUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"];

/** A size for people, in steps of 1024, with up to two decimals. */
export function fileSize(bytes: number, binary: boolean): string {
  const units = binary ? binaryUnits : decimalUnits;
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const whole = Math.abs(value - Math.trunc(value)) <= Number.EPSILON;
  const number = whole ? plainFloat(Math.trunc(value)) : twoDecimals(value);
  return `${number} ${units[unit]}`;
}

/** Of two that are equally near, the even one, as Rust rounds. A tie has its third decimal in eighths. */
function twoDecimals(value: number): string {
  const eighths = value * 8;
  if (eighths % 2 !== 1) return value.toFixed(2);
  const lower = Math.floor(value * 100);
  return ((lower % 2 === 0 ? lower : lower + 1) / 100).toFixed(2);
}
