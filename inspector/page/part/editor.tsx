// CodeMirror for one file. Its messages come from the engine.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";
import type { DiagnosticPicture } from "../../../src/picture/index.ts";
import { cueLanguage } from "../cue-language.ts";
import { problems } from "../language-client.ts";
import type { LanguageClient } from "../language-client.ts";
import { languageExtension, offsetAt } from "./language-extension.ts";

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "t-comment" },
  { tag: tags.string, class: "t-string" },
  { tag: tags.number, class: "t-number" },
  { tag: tags.keyword, class: "t-keyword" },
  { tag: tags.typeName, class: "t-type" },
  { tag: tags.className, class: "t-class" },
  { tag: tags.propertyName, class: "t-name" },
  { tag: tags.meta, class: "t-meta" },
]);

interface Props {
  readonly name: string;
  readonly text: string;
  readonly readOnly?: boolean;
  readonly line?: number | undefined;
  readonly diagnostics: readonly DiagnosticPicture[];
  /** Knows the file, and those around it. */
  readonly language?: LanguageClient | undefined;
  readonly onChange: (text: string) => void;
}

export function Editor({ name, text, readOnly = false, line, diagnostics, language, onChange }: Props) {
  const told = language === undefined ? undefined : problems.value.get(name);
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | undefined>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    const nonce = document.querySelector<HTMLElement>("style[nonce]")?.nonce ?? "";
    const made = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce),
          lineNumbers(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          bracketMatching(),
          indentUnit.of(name.endsWith(".cue") ? "\t" : "  "),
          EditorState.tabSize.of(4),
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ "aria-label": `Text of ${name}` }),
          syntaxHighlighting(colours),
          ...(name.endsWith(".cue") ? [cueLanguage] : []),
          lintGutter(),
          ...(language === undefined ? [] : [languageExtension(language, name)]),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            const next = update.state.doc.toString();
            language?.change(name, next);
            // At once: of several that wait for the engine, it takes the last.
            changed.current(next);
          }),
        ],
      }),
    });
    editor.current = made;
    void language?.open(name, () => made.state.doc.toString());
    return () => {
      language?.close(name, made.state.doc.toString());
      made.destroy();
    };
  }, [name, readOnly]);
  useEffect(() => {
    const made = editor.current;
    // A server may send another text; what is typed here comes back as it is.
    if (made !== undefined && made.state.doc.toString() !== text && !made.hasFocus)
      made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: text } });
  }, [text]);
  useEffect(() => {
    const made = editor.current;
    if (made === undefined || line === undefined || line > made.state.doc.lines) return;
    const { from } = made.state.doc.line(line);
    made.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }, [line, name]);
  useEffect(() => {
    const made = editor.current;
    if (made === undefined) return;
    const { doc } = made.state;
    const own = told?.map(({ range, severity, message }) => ({
      from: offsetAt(doc, range.start),
      to: Math.max(offsetAt(doc, range.start), offsetAt(doc, range.end)),
      severity: severity === 1 ? ("error" as const) : severity === 2 ? ("warning" as const) : ("info" as const),
      message,
    }));
    const lines = new Set(told?.map(({ range }) => range.start.line + 1));
    // What rendering says where the language server says nothing.
    const found = diagnostics.flatMap((d) =>
      d.places
        .filter((place) => place.file === name && place.line > 0 && place.line <= doc.lines && !lines.has(place.line))
        .map((place) => {
          const at = doc.line(place.line);
          const from = Math.min(at.to, at.from + place.column - 1);
          return { from, to: Math.max(from, at.to), severity: d.severity, message: d.message };
        }),
    );
    made.dispatch(
      setDiagnostics(
        made.state,
        [...(own ?? []), ...found].sort((a, b) => a.from - b.from),
      ),
    );
  }, [diagnostics, told, name]);
  return <div class="editor" ref={box} />;
}
