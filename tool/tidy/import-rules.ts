import { allImports } from "./imports.ts";
import type { Import } from "./imports.ts";
import { engines, nodeFolders, openRooms, roomOf, rowOf, strangers } from "./layers.ts";
import { isTest } from "./tree.ts";
import type { Finding, Rule } from "./tree.ts";

const code = ["src", "tool", "conformance", "bench"];
const finding = (rule: string, i: Import, problem: string, remedy: string): Finding => ({
  rule,
  path: i.from,
  line: i.line,
  problem,
  remedy,
});

/** Imports only go down. */
export const importsGoDown: Rule = (tree) => {
  const out: Finding[] = [];
  for (const i of allImports(tree, ["src"])) {
    const from = roomOf(i.from);
    const to = i.target === undefined ? undefined : roomOf(i.target);
    if (from === undefined || to === undefined || from === to || isTest(i.from)) continue;
    const unknown = [from, to].find((room) => rowOf(room) < 0);
    if (unknown) {
      out.push(finding("layers", i, `${unknown} has no layer`, "give the room a row in tool/tidy/layers.ts"));
    } else if (rowOf(from) >= rowOf(to)) {
      const remedy = "move the shared piece down, or let the upper room pass it in as an interface";
      out.push(finding("layers", i, `${from} imports ${to}, which is not below it`, remedy));
    } else if (strangers.some(([a, b]) => isIn(i.from, a) && isIn(i.target, b))) {
      out.push(finding("layers", i, `${from} and ${to} never meet`, "let a room above both bring them together"));
    }
  }
  return out;
};

/** A phase of the pipeline knows the types of earlier phases, and calls none. */
export const phasesImportTypes: Rule = (tree) => {
  const phase = (path = ""): number | undefined => {
    const match = /^src\/pipeline\/(\d)-/.exec(path);
    return match ? Number(match[1]) : undefined;
  };
  return allImports(tree, ["src/pipeline"]).flatMap((i) => {
    const [from, to] = [phase(i.from), phase(i.target)];
    if (from === undefined || to === undefined || from === to || isTest(i.from)) return [];
    if (to < from && i.typeOnly) return [];
    const problem = to < from ? `phase ${from} calls phase ${to}` : `phase ${from} knows the later phase ${to}`;
    return [finding("phases", i, problem, "import only types of earlier phases; pipeline.ts alone calls them")];
  });
};

/** Other rooms come in through index.ts; inside a room, files import files. */
export const roomsHaveOneDoor: Rule = (tree) => {
  const out: Finding[] = [];
  for (const i of allImports(tree, code)) {
    if (i.target === undefined || isTest(i.from)) continue;
    const room = roomOf(i.target);
    if (room === undefined || openRooms.includes(room)) continue;
    const isDoor = i.target === `${room}/index.ts`;
    if (roomOf(i.from) === room && isDoor) {
      out.push(
        finding("doors", i, "a room's file imports its own door", `import the file that has it, not ${i.target}`),
      );
    } else if (!isIn(i.from, room) && !isDoor) {
      const remedy = `export what you need from ${room}/index.ts and import that`;
      out.push(finding("doors", i, `goes around the door of ${room}`, remedy));
    }
  }
  return out;
};

/** The inner rooms of an engine are its own. */
export const enginesAreShut: Rule = (tree) =>
  allImports(tree, ["src"]).flatMap((i) => {
    const room = i.target === undefined ? undefined : roomOf(i.target);
    if (room === undefined || strangers.some(([a, b]) => isIn(i.from, a) && isIn(room, b))) return [];
    for (const [engine, doors] of engines)
      if (isIn(room, engine) && room !== engine && !isIn(i.from, engine) && !doors.includes(room))
        return [
          finding(
            "engine",
            i,
            `${room} is an inner room of ${engine}`,
            `use ${engine}/index.ts, and extend it where it lacks something`,
          ),
        ];
    return [];
  });

/** Node's modules stay at the edge, so that the engine runs in a browser. */
export const nodeAtTheEdge: Rule = (tree) => {
  const allowed = (path: string): boolean => isTest(path) || nodeFolders.some((f) => isIn(path, f));
  const remedy = "take what you need as an interface and let src/host implement it";
  return allImports(tree, ["src"])
    .filter((i) => i.specifier.startsWith("node:") && !allowed(i.from))
    .map((i) => finding("node", i, `${i.specifier} in the engine`, remedy));
};

/** Every import leads somewhere, and the product uses only what it declares. */
export const importsResolve: Rule = (tree) => {
  const out: Finding[] = [];
  const manifest = JSON.parse(tree.get("package.json") ?? "{}") as { dependencies?: object };
  const declared = new Set(Object.keys(manifest.dependencies ?? {}));
  for (const i of allImports(tree, code)) {
    if (i.target !== undefined) {
      if (!tree.has(i.target)) {
        out.push(finding("imports", i, `${i.specifier} is no file`, "write the path with its ending .ts"));
      }
    } else if (isIn(i.from, "src") && !isTest(i.from) && !i.specifier.startsWith("node:")) {
      const name = i.specifier
        .split("/")
        .slice(0, i.specifier.startsWith("@") ? 2 : 1)
        .join("/");
      if (!declared.has(name)) {
        const remedy = "add it to dependencies with an entry in docs/adr, or write node: before Node's own modules";
        out.push(finding("imports", i, `${name} is not a declared dependency`, remedy));
      }
    }
  }
  return out;
};

function isIn(path: string | undefined, folder: string): boolean {
  return path !== undefined && path.startsWith(`${folder}/`);
}
