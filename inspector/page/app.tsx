// The frame: who this is, which environment, which view; messages on top, the view below.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Diagnostics } from "./part/diagnostics.tsx";
import { base, busy, environment, failure, isEdited, mode, picture, release, reset, tookMs, view } from "./state.ts";
import type { ViewName } from "./state.ts";
import { Examples } from "./part/examples.tsx";
import { Share } from "./part/share.tsx";
import { nextTheme, theme } from "./theme.ts";
import { Environments } from "./view/environments.tsx";
import { Policies, Rollout, Secrets } from "./view/governance.tsx";
import { Matches } from "./view/matches.tsx";
import { Objects } from "./view/objects.tsx";
import { Phases } from "./view/phases.tsx";
import { PlainCue, PlainTera } from "./view/play.tsx";
import { Source } from "./view/source.tsx";
import { Values } from "./view/values.tsx";
import { WhatIf } from "./view/what-if.tsx";

interface Entry {
  readonly name: ViewName;
  readonly title: string;
  readonly key: string;
  readonly count?: () => number | undefined;
  readonly show: () => ComponentChildren;
}

const VIEWS: readonly Entry[] = [
  { name: "objects", title: "Objects", key: "1", count: () => release.value?.objects.length, show: () => <Objects /> },
  { name: "values", title: "Values", key: "2", count: () => release.value?.values.length, show: () => <Values /> },
  { name: "phases", title: "Phases", key: "3", show: () => <Phases /> },
  { name: "matches", title: "Matches", key: "4", show: () => <Matches /> },
  {
    name: "environments",
    title: "Environments",
    key: "5",
    count: () => picture.value?.environments.filter(({ abstract }) => !abstract).length,
    show: () => <Environments />,
  },
  { name: "policies", title: "Policies", key: "6", count: () => release.value?.rules.length, show: () => <Policies /> },
  { name: "secrets", title: "Secrets", key: "7", count: () => release.value?.secrets.length, show: () => <Secrets /> },
  { name: "rollout", title: "Rollout", key: "8", show: () => <Rollout /> },
  { name: "what-if", title: "What if", key: "9", show: () => <WhatIf /> },
  { name: "source", title: "Source", key: "0", show: () => <Source /> },
];

/** What a playground has besides. */
const PLAY_VIEWS: readonly Entry[] = [
  { name: "cue", title: "CUE", key: "c", show: () => <PlainCue /> },
  { name: "tera", title: "Templates", key: "t", show: () => <PlainTera /> },
];

const shownViews = (): readonly Entry[] => (mode.value === "play" ? [...VIEWS, ...PLAY_VIEWS] : VIEWS);

export function App() {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const at = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea, .cm-editor") !== null)
        return;
      const wanted = shownViews().find(({ key }) => key === event.key);
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
  const entry = shownViews().find(({ name }) => name === view.value) ?? VIEWS[0]!;
  const isPlain = PLAY_VIEWS.includes(entry);
  return (
    <div class="app">
      <a class="skip" href="#main">
        Skip to the view
      </a>
      <Header />
      <nav class="views" aria-label="Views">
        {shownViews().map(({ name, title, key, count }) => {
          const number = count?.();
          return (
            <button
              type="button"
              aria-current={name === view.value ? "page" : undefined}
              title={`${title} (${key})`}
              onClick={() => (view.value = name)}
            >
              {title}
              {number !== undefined && number > 0 && <span class="count">{number}</span>}
            </button>
          );
        })}
      </nav>
      <main id="main" tabIndex={-1}>
        {failure.value !== "" && (
          <p class="message error" role="alert">
            {failure.value}
          </p>
        )}
        {isPlain ? (
          entry.show()
        ) : now === undefined ? (
          <Loading />
        ) : (
          <>
            <Diagnostics list={[...now.diagnostics, ...(release.value?.diagnostics ?? [])]} />
            {entry.show()}
          </>
        )}
      </main>
    </div>
  );
}

function Header() {
  const now = picture.value;
  const environments = (now?.releases ?? []).flatMap((one) => (one.environment === undefined ? [] : [one.environment]));
  return (
    <header class="top">
      <svg class="brand" viewBox="0 0 20 20" width="22" height="22" aria-hidden="true">
        <rect x="2" y="3" width="16" height="3" rx="1.5" />
        <rect x="4" y="8.5" width="12" height="3" rx="1.5" opacity=".7" />
        <rect x="6" y="14" width="8" height="3" rx="1.5" opacity=".45" />
      </svg>
      <h1>
        {now?.module?.name ?? "opm"} <span class="dim">{now?.module?.version}</span>
      </h1>
      {release.value?.namespace !== undefined && (
        <span class="dim wide">
          {release.value.name} in {release.value.namespace}
        </span>
      )}
      {environments.length > 0 && (
        <label class="environment">
          <span class="dim">as in</span>
          <select
            value={environment.value ?? ""}
            onChange={(event) => (environment.value = event.currentTarget.value)}
            aria-label="Environment"
          >
            {environments.map((name) => (
              <option value={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
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
        <button type="button" class="quiet" onClick={reset}>
          Start over
        </button>
      )}
      {mode.value === "play" && (
        <>
          <Examples />
          <Share />
        </>
      )}
      <button type="button" class="quiet" onClick={nextTheme} title="Light, dark, or as the system has it">
        {{ light: "☀", dark: "☾", system: "◐" }[theme.value]}
        <span class="sr">Theme: {theme.value}</span>
      </button>
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
