// What a check of values found, for people and for programs.
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { isDataFormat, placeData, printData } from "./values-common.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { tableText } from "../print/table.ts";

export interface Judged {
  /** The environment or release; "" for a module alone. */
  readonly name: string;
  readonly module: string;
  readonly environment?: string;
  readonly valid: boolean;
  /** With no secret in them. */
  readonly diagnostics: readonly Diagnostic[];
}

/** `line` is what people read about one that is valid; what is wrong was told on standard error. */
export function judgedText(
  judged: readonly Judged[],
  { options, io }: CommandContext,
  line: (one: Judged) => string,
): string {
  const format = options["output"];
  if (isDataFormat(format))
    return printData(
      judged.map(({ name, diagnostics, ...one }) => ({
        ...one,
        ...(name !== "" && { release: name }),
        diagnostics: relativePlaces(diagnostics, io.cwd).map((d) => diagnosticData(d, io.cwd)),
      })),
      format,
    );
  if (format !== "table")
    return judged
      .filter(({ valid }) => valid)
      .map(line)
      .join("");
  return tableText(
    ["MODULE", "RELEASE", "VALID", "PROBLEMS"],
    judged.map((one) => [one.module, one.name, one.valid ? "yes" : "no", String(one.diagnostics.length)]),
  );
}

function diagnosticData({ code, severity, message, path, places, hint }: Diagnostic, cwd: string): object {
  return {
    ...(code !== undefined && { code }),
    severity,
    message,
    ...(path !== undefined && { path }),
    places: (places ?? []).map((place) => placeData(place, cwd)),
    ...(hint !== undefined && { hint }),
  };
}
