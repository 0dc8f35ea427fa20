// Makes the snapshot that ./opm starts a group of commands from (tool/snapshot.cjs), and says in dist/snapshot-PART.sh
// what it fits: one Node, on a machine since it was last booted. Where that has changed but the snapshot still starts,
// it is kept. Where none can be made, that is written down too: the program starts without, only slower.
// node tool/snapshot.mjs PART MACHINE FLAG…
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { put } from "./build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
/** Flags as ./opm starts it: V8 refuses a snapshot that was made with others. */
const [part, machine, ...flags] = process.argv.slice(2);

/** Command lines of a part; what they run is compiled when the program starts. */
const rehearsals = {
  cue: [
    ["cue", "export", "rehearsal.cue"],
    ["cue", "export", "--out", "yaml", "rehearsal.cue"],
    ["cue", "vet", "-c", "rehearsal.cue"],
    ["cue", "eval", "rehearsal.cue"],
    ["cue", "def", "rehearsal.cue"],
  ],
  program: [
    ["mod", "init", "rehearsal", "--template", "web-and-database", "--force"],
    ["mod", "vet", "rehearsal"],
    ["mod", "build", "rehearsal"],
    ["mod", "build", "rehearsal", "-o", "json"],
  ],
};

const file = `snapshot-${part}.blob`;
const made = starts(join(dist, file)) || make(join(dist, file));
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
put(
  join(dist, `snapshot-${part}.sh`),
  `snapshot=${made ? file : ""}\nsnapshot_of=${quoted(machine)}\nsnapshot_home=${quoted(root)}\n`,
);

/** Whether a snapshot of this build is there that this Node can start. */
function starts(blob) {
  const stat = statSync(blob, { throwIfNoEntry: false });
  // Building leaves the launcher with the time at which it began.
  if (stat === undefined || stat.mtimeMs < statSync(join(dist, "opm.cjs")).mtimeMs) return false;
  const { status, stdout } = node([...flags, "--snapshot-blob", blob, join(dist, "opm.cjs"), "--version"], root);
  return status === 0 && stdout.startsWith("opm ");
}

function make(blob) {
  const folder = mkdtempSync(join(tmpdir(), "opm-rehearsal-"));
  try {
    copyFileSync(join(root, "tool", "rehearsal.cue"), join(folder, "rehearsal.cue"));
    const temporary = `${blob}.${process.pid}`;
    const lines = rehearsals[part].map((line) => JSON.stringify(line));
    const { status } = node(
      [...flags, "--snapshot-blob", temporary, "--build-snapshot", join(dist, "snapshot.cjs"), part, ...lines],
      folder,
    );
    if (status !== 0) return false;
    renameSync(temporary, blob);
    return starts(blob);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (const name of readdirSync(dist)) if (name.startsWith(`${file}.`)) rmSync(join(dist, name), { force: true });
  }
}

function node(args, cwd) {
  const result = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  if (result.status !== 0 && process.env.OPM_DEBUG) process.stderr.write(result.stderr);
  return result;
}
