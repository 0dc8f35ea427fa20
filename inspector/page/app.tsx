// The frame: who this is and which views there are on the left, which release on top, messages and the view below.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Diagnostics } from "./part/diagnostics.tsx";
import { Empty } from "./part/empty.tsx";
import { Examples } from "./part/examples.tsx";
import { Releases } from "./part/releases.tsx";
import { Share } from "./part/share.tsx";
import { shown as shownNow } from "./play-state.ts";
import { toFragment } from "./share.ts";
import {
  base,
  busy,
  failure,
  isEdited,
  mode,
  picture,
  release,
  reset,
  tookMs,
  version,
  versions,
  view,
} from "./state.ts";
import type { ViewName } from "./state.ts";
import { nextTheme, theme } from "./theme.ts";
import { Cluster } from "./view/cluster.tsx";
import { Environments } from "./view/environments.tsx";
import { Matches } from "./view/matches.tsx";
import { Objects } from "./view/objects.tsx";
import { Phases } from "./view/phases.tsx";
import { PlainCue, PlainTera } from "./view/play.tsx";
import { Policies } from "./view/policies.tsx";
import { Bundles, Rollout } from "./view/rollout.tsx";
import { Secrets } from "./view/secrets.tsx";
import { Source } from "./view/source.tsx";
import { Values } from "./view/values.tsx";
import { WhatIf } from "./view/what-if.tsx";

interface Entry {
  readonly name: ViewName;
  readonly title: string;
  readonly key: string;
  readonly count?: () => number | undefined;
  readonly show: () => ComponentChildren;
  /** Whether it is there at all. */
  readonly when?: () => boolean;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const GROUPS: readonly Group[] = [
  {
    title: "Release",
    entries: [
      {
        name: "objects",
        title: "Objects",
        key: "1",
        count: () => release.value?.objects.length,
        show: () => <Objects />,
      },
      { name: "values", title: "Values", key: "2", count: () => release.value?.values.length, show: () => <Values /> },
      { name: "phases", title: "Phases", key: "3", show: () => <Phases /> },
      { name: "matches", title: "Matches", key: "4", show: () => <Matches /> },
    ],
  },
  {
    title: "Platform",
    entries: [
      {
        name: "environments",
        title: "Environments",
        key: "5",
        count: () => picture.value?.environments.filter(({ abstract }) => !abstract).length,
        show: () => <Environments />,
      },
      {
        name: "policies",
        title: "Policies",
        key: "6",
        count: () => release.value?.rules.length,
        show: () => <Policies />,
      },
      {
        name: "secrets",
        title: "Secrets",
        key: "7",
        count: () => release.value?.secrets.length,
        show: () => <Secrets />,
      },
      {
        name: "bundle",
        title: "Bundle",
        key: "b",
        count: () => picture.value?.bundles[0]?.waves.reduce((sum, wave) => sum + wave.length, 0),
        show: () => <Bundles />,
        when: () => (picture.value?.bundles.length ?? 0) > 0,
      },
      { name: "rollout", title: "Rollout", key: "8", show: () => <Rollout /> },
      { name: "cluster", title: "Cluster", key: "l", show: () => <Cluster />, when: () => mode.value === "served" },
    ],
  },
  {
    title: "Try",
    entries: [
      { name: "what-if", title: "What if", key: "9", show: () => <WhatIf /> },
      { name: "source", title: "Source", key: "0", show: () => <Source /> },
      { name: "cue", title: "Plain CUE", key: "c", show: () => <PlainCue />, when: () => mode.value === "play" },
      { name: "tera", title: "Templates", key: "t", show: () => <PlainTera />, when: () => mode.value === "play" },
    ],
  },
];

const shown = (): readonly Entry[] =>
  GROUPS.flatMap(({ entries }) => entries).filter(({ when }) => when === undefined || when());

/** They need no release. */
const PLAIN: ReadonlySet<ViewName> = new Set(["cue", "tera"]);

export function App() {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const at = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea, .cm-editor") !== null)
        return;
      const wanted = shown().find(({ key }) => key === event.key);
      if (wanted !== undefined) view.value = wanted.name;
      if (event.key === "/") {
        const search = document.querySelector<HTMLInputElement>("input[type=search]");
        search?.focus();
        if (search !== null) event.preventDefault();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const now = picture.value;
  const entry = shown().find(({ name }) => name === view.value) ?? shown()[0]!;
  useEffect(() => {
    document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [entry.name]);
  return (
    <div class="app">
      <a class="skip" href="#main">
        Skip to the view
      </a>
      <Rail at={entry.name} />
      <Top />
      <main id="main" tabIndex={-1} aria-label={entry.title}>
        {failure.value !== "" && (
          <p class="message error" role="alert">
            <span class="badge" aria-hidden="true">
              ✕
            </span>
            {failure.value}
          </p>
        )}
        {PLAIN.has(entry.name) ? (
          entry.show()
        ) : now === undefined ? (
          failure.value === "" && <Loading />
        ) : (
          <>
            <Diagnostics
              list={[...now.diagnostics, ...(entry.name === "what-if" ? [] : (release.value?.diagnostics ?? []))]}
            />
            {now.releases.length === 0 && entry.name !== "source" ? (
              <Empty title="There is no release to show">The messages say why; under Source it can be mended.</Empty>
            ) : (
              entry.show()
            )}
          </>
        )}
      </main>
    </div>
  );
}

function Rail({ at }: { at: ViewName }) {
  const now = picture.value;
  return (
    <aside class="rail">
      <header class="who">
        <svg class="brand" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <rect x="2" y="3" width="16" height="3" rx="1.5" />
          <rect x="4" y="8.5" width="12" height="3" rx="1.5" opacity=".7" />
          <rect x="6" y="14" width="8" height="3" rx="1.5" opacity=".45" />
        </svg>
        <h1>
          <span class="cut">{now?.module?.name ?? now?.bundles[0]?.name ?? "opm"}</span>
          <span class="dim small">{now?.module?.version ?? (now?.kind === "package" ? "package" : "")}</span>
        </h1>
      </header>
      <nav class="views" aria-label="Views">
        {GROUPS.map(({ title, entries }) => (
          <div class="view-group" role="group" aria-label={title}>
            <span class="group-title" aria-hidden="true">
              {title}
            </span>
            {entries
              .filter(({ when }) => when === undefined || when())
              .map((entry) => {
                const number = entry.count?.();
                return (
                  <button
                    type="button"
                    aria-current={entry.name === at ? "page" : undefined}
                    title={`${entry.title} (${entry.key})`}
                    onClick={() => (view.value = entry.name)}
                  >
                    {entry.title}
                    {number !== undefined && number > 0 && <span class="count">{number}</span>}
                  </button>
                );
              })}
          </div>
        ))}
      </nav>
      <footer class="rail-foot">
        <button type="button" class="button" onClick={nextTheme} title="Light, dark, or as the system has it">
          <span aria-hidden="true">{{ light: "☀", dark: "☾", system: "◐" }[theme.value]}</span>
          <span class="sr">Theme: {theme.value}</span>
        </button>
        <Version />
      </footer>
    </aside>
  );
}

/** Another version of the playground takes along what one looks at. */
function Version() {
  const others = Object.entries(versions.value);
  if (version.value === "") return null;
  if (others.length === 0) return <span class="dim small">opm {version.value}</span>;
  return (
    <select
      class="small"
      aria-label="Version"
      value=""
      onChange={async ({ currentTarget: { value } }) => {
        const now = shownNow();
        location.href = `${value}${now === undefined ? "" : `#${await toFragment(now)}`}`;
      }}
    >
      <option value="">opm {version.value}</option>
      {others.map(([name, address]) => (
        <option value={address}>{name === "latest" ? "latest" : `opm ${name}`}</option>
      ))}
    </select>
  );
}

function Top() {
  return (
    <header class="top">
      <Releases />
      <span class="spring" />
      <span class="status" role="status">
        {busy.value
          ? "rendering…"
          : isEdited.value
            ? `edited, ${tookMs.value ?? 0} ms`
            : base.value === undefined
              ? ""
              : "as given"}
      </span>
      {isEdited.value && (
        <button type="button" class="button" onClick={reset} title="Start over">
          <span class="when-wide">Start over</span>
          <span class="when-small" aria-hidden="true">
            ↺
          </span>
        </button>
      )}
      {mode.value === "play" && (
        <>
          <Examples />
          <Share />
        </>
      )}
    </header>
  );
}

function Loading() {
  return (
    <div class="loading" role="status">
      <span class="pulse" />
      <span class="pulse" />
      <span class="pulse" />
      <p class="dim">Rendering the release…</p>
    </div>
  );
}
