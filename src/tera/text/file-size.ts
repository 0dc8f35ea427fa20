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
  const number = whole ? plainFloat(Math.trunc(value)) : value.toFixed(2);
  return `${number} ${units[unit]}`;
}
