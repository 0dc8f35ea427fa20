// What the language server knows, in CodeMirror: completion, hover, the way to a definition, formatting.
import { StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension, Text } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, showTooltip } from "@codemirror/view";
import type { Tooltip } from "@codemirror/view";
import { fileOf } from "../language-client.ts";
import type { Completion, Edit, LanguageClient, Position } from "../language-client.ts";
import { files, openPlace } from "../state.ts";

interface Offered {
  readonly at: number;
  readonly items: readonly Completion[];
  readonly chosen: number;
}

const offer = StateEffect.define<Offered | undefined>();
const MOST = 200;
const SHOWN = 9;

export function languageExtension(client: LanguageClient, file: string): Extension {
  return [offered, completing(client, file), hovering(client, file), going(client, file)];
}

const positionAt = (doc: Text, offset: number): Position => {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
};

export const offsetAt = (doc: Text, { line, character }: Position): number => {
  const at = doc.line(Math.min(doc.lines, line + 1));
  return Math.min(at.to, at.from + character);
};

const offered = StateField.define<Offered | undefined>({
  create: () => undefined,
  update(before, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(offer)) return effect.value;
    return docChanged || selection ? undefined : before;
  },
  provide: (field) => showTooltip.from(field, (now) => (now === undefined ? null : tooltip(now))),
});

function tooltip({ at, items, chosen }: Offered): Tooltip {
  return {
    pos: at,
    create: (view) => {
      const dom = document.createElement("ul");
      dom.className = "completions";
      dom.setAttribute("role", "listbox");
      dom.setAttribute("aria-label", "Completions");
      const from = Math.max(0, Math.min(chosen - 4, items.length - SHOWN));
      items.slice(from, from + SHOWN).forEach((item, i) => {
        const row = dom.appendChild(document.createElement("li"));
        row.setAttribute("role", "option");
        row.setAttribute("aria-selected", String(from + i === chosen));
        row.append(Object.assign(document.createElement("b"), { textContent: item.label }));
        if (item.detail !== undefined)
          row.append(Object.assign(document.createElement("span"), { textContent: item.detail }));
        row.addEventListener("mousedown", (event) => {
          event.preventDefault();
          accept(view, item);
        });
      });
      const says = items[chosen]?.documentation?.value;
      if (says !== undefined) {
        const row = dom.appendChild(document.createElement("li"));
        row.className = "says";
        row.textContent = plainText(says).slice(0, 300);
      }
      return { dom };
    },
  };
}

function completing(client: LanguageClient, file: string): Extension {
  let asked = 0;
  const ask = async (view: EditorView): Promise<void> => {
    const mine = ++asked;
    const at = view.state.selection.main.head;
    const found = await client.completion(file, positionAt(view.state.doc, at));
    if (mine !== asked || view.state.selection.main.head !== at) return;
    const items = fitting(found, view.state, at);
    view.dispatch({ effects: offer.of(items.length === 0 ? undefined : { at, items, chosen: 0 }) });
  };
  const move = (step: number) => (view: EditorView) => {
    const now = view.state.field(offered);
    if (now === undefined) return false;
    const chosen = (now.chosen + step + now.items.length) % now.items.length;
    view.dispatch({ effects: offer.of({ ...now, chosen }) });
    return true;
  };
  const take = (view: EditorView): boolean => {
    const now = view.state.field(offered);
    if (now !== undefined) accept(view, now.items[now.chosen]!);
    return now !== undefined;
  };
  const close = (view: EditorView): boolean => {
    if (view.state.field(offered) === undefined) return false;
    view.dispatch({ effects: offer.of(undefined) });
    return true;
  };
  return [
    keymap.of([
      { key: "Ctrl-Space", run: (view) => (void ask(view), true) },
      { key: "ArrowDown", run: move(1) },
      { key: "ArrowUp", run: move(-1) },
      { key: "Enter", run: take },
      { key: "Tab", run: take },
      { key: "Escape", run: close },
    ]),
    EditorView.updateListener.of(({ docChanged, transactions, view }) => {
      const typed = docChanged && transactions.some((one) => one.isUserEvent("input.type"));
      const before = view.state.sliceDoc(
        Math.max(0, view.state.selection.main.head - 1),
        view.state.selection.main.head,
      );
      if (typed && /[\w#.$"/]/.test(before)) void ask(view);
    }),
  ];
}

/** Those that begin as the word at the cursor does, in the server's order. */
function fitting(items: readonly Completion[], state: EditorState, at: number): Completion[] {
  const line = state.doc.lineAt(at);
  return items
    .filter((item) => {
      const from = item.textEdit === undefined ? at : offsetAt(state.doc, item.textEdit.range.start);
      const typed = state.sliceDoc(Math.max(line.from, from), at).toLowerCase();
      return (item.filterText ?? item.label).toLowerCase().startsWith(typed);
    })
    .sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1))
    .slice(0, MOST);
}

function accept(view: EditorView, { label, textEdit, additionalTextEdits = [] }: Completion): void {
  const at = view.state.selection.main.head;
  const own = textEdit === undefined ? { from: at, to: at, insert: label } : changeOf(view.state.doc, textEdit);
  const changes = view.state.changes([own, ...additionalTextEdits.map((edit) => changeOf(view.state.doc, edit))]);
  view.dispatch({
    changes,
    selection: { anchor: changes.mapPos(own.to, 1) },
    effects: offer.of(undefined),
    userEvent: "input.complete",
  });
}

const changeOf = (doc: Text, { range, newText }: Edit) => ({
  from: offsetAt(doc, range.start),
  to: offsetAt(doc, range.end),
  insert: newText,
});

function hovering(client: LanguageClient, file: string): Extension {
  return hoverTooltip(async (view, pos) => {
    const text = await client.hover(file, positionAt(view.state.doc, pos));
    if (text === undefined || text === "") return null;
    return {
      pos,
      create: () => ({
        dom: Object.assign(document.createElement("div"), { className: "hover", textContent: plainText(text) }),
      }),
    };
  });
}

function going(client: LanguageClient, file: string): Extension {
  const go = async (view: EditorView, at: number): Promise<void> => {
    const found = await client.definition(file, positionAt(view.state.doc, at));
    if (found === undefined) return;
    const name = fileOf(found.uri);
    if (!name.startsWith("/") && files.peek()[name] === undefined) {
      const text = await client.source(found.uri);
      if (text !== undefined) files.value = { ...files.peek(), [name]: text };
    }
    openPlace(name, found.range.start.line + 1);
  };
  const format = async (view: EditorView): Promise<void> => {
    const edits = await client.format(file);
    view.dispatch({ changes: edits.map((edit) => changeOf(view.state.doc, edit)) });
  };
  return [
    keymap.of([
      { key: "F12", run: (view) => (void go(view, view.state.selection.main.head), true) },
      { key: "Shift-Alt-f", run: (view) => (void format(view), true) },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!event.ctrlKey && !event.metaKey) return false;
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at !== null) void go(view, at);
        return at !== null;
      },
    }),
  ];
}

/** Without the marks of Markdown. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^```\w*\n?|```$/gm, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`]/g, "")
    .trim();
}
