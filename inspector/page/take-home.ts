// What somebody tried in the page, as something to run, to commit or to send.
import type { Picture } from "../../src/picture/index.ts";
import type { Project } from "../engine/project.ts";
import { lineDiff } from "../../src/picture/line-diff.ts";

/** The command that gives the same manifests. */
export function commandLine(
  { path, platform, config, settings = {}, releaseName, strict, values, sets, tags, environments }: Project,
  picture?: Pick<Picture, "kind" | "bundles">,
): string {
  const noun = picture?.kind !== "package" ? "mod" : picture.bundles.length > 0 ? "bundle" : "release";
  const words = ["opm", noun, "build", relative(path)];
  for (const name of environments ?? []) words.push("-e", name);
  if (platform !== undefined) words.push("--platform", relative(platform));
  // One in the user's home is found there.
  if (config !== undefined && !config.startsWith("/~/")) words.push("--config", relative(config));
  for (const [name, text] of Object.entries(settings)) words.push(`--${name}`, text);
  if (releaseName !== undefined) words.push("--release-name", releaseName);
  if (strict === true) words.push("--strict");
  for (const file of values) words.push("-f", relative(file));
  for (const { kind, argument } of sets) words.push(`--${kind}`, argument);
  for (const tag of tags) words.push("-t", tag);
  return words.map(quoted).join(" ");
}

/** The `--set`s as a values file; what no file can say by itself is left as a comment. */
export function valuesYaml({ sets }: Project): string {
  const tree: Tree = {};
  const left: string[] = [];
  for (const { kind, argument } of sets) {
    const equals = argument.indexOf("=");
    const path = argument.slice(0, equals);
    if (kind === "unset" || /\[\d+\]/.test(path)) {
      left.push(`# only on the command line: --${kind} ${argument}\n`);
      continue;
    }
    const steps = [...path.matchAll(/"([^"]*)"|[^.[\]"]+/g)].map((found) => found[1] ?? found[0]);
    let at = tree;
    for (const step of steps.slice(0, -1)) {
      const inner = at[step];
      at = typeof inner === "object" ? inner : (at[step] = {});
    }
    at[steps.at(-1) ?? ""] = valueText(kind, argument.slice(equals + 1));
  }
  return lines(tree, 0) + left.join("") || "# no value was changed\n";
}

/** As YAML: what `--set` takes for a number or a word of YAML is one, everything else is a text. */
function valueText(kind: string, text: string): string {
  if (kind === "set-json") return text;
  return kind === "set" && /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text) ? text : JSON.stringify(text);
}

interface Tree {
  [name: string]: Tree | string;
}

function lines(tree: Tree, depth: number): string {
  return Object.entries(tree)
    .map(([name, inner]) => {
      const head = `${"  ".repeat(depth)}${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}:`;
      return typeof inner === "string" ? `${head} ${inner}\n` : `${head}\n${lines(inner, depth + 1)}`;
    })
    .join("");
}

const CONTEXT = 3;

/** Changed files as a patch that `git apply` and `patch -p1` take. */
export function patchText(before: Project, after: Project): string {
  let out = "";
  for (const [name, text] of Object.entries(after.files)) {
    const was = before.files[name];
    if (was === text) continue;
    const file = name.replace(/^\//, "");
    out += `--- ${was === undefined ? "/dev/null" : `a/${file}`}\n+++ b/${file}\n`;
    out += hunks(split(was ?? ""), split(text));
  }
  return out || "# no file was changed\n";
}

const split = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

function hunks(before: readonly string[], after: readonly string[]): string {
  const diff = lineDiff(before, after);
  const near = diff.map((_, i) =>
    diff.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(({ kind }) => kind !== "same"),
  );
  let out = "";
  let [a, b] = [1, 1];
  for (let i = 0; i < diff.length;) {
    if (near[i] !== true) {
      a++;
      b++;
      i++;
      continue;
    }
    const start = { a, b };
    let body = "";
    for (; i < diff.length && near[i] === true; i++) {
      const { kind, text } = diff[i]!;
      body += `${kind === "same" ? " " : kind === "added" ? "+" : "-"}${text}\n`;
      if (kind !== "added") a++;
      if (kind !== "removed") b++;
    }
    const [olds, news] = [a - start.a, b - start.b];
    out += `@@ -${olds === 0 ? start.a - 1 : start.a},${olds} +${news === 0 ? start.b - 1 : start.b},${news} @@\n${body}`;
  }
  return out;
}

const relative = (path: string): string => path.replace(/^\//, "") || ".";

export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
