import { useState } from "preact/hooks";
import type { DiagnosticPicture } from "../../../src/picture/index.ts";
import { messages } from "../messages.ts";
import { Place } from "./place.tsx";

const glyph = { error: "✕", warning: "!", info: "i" } as const;

export function Diagnostics({ list }: { list: readonly DiagnosticPicture[] }) {
  if (list.length === 0) return null;
  return (
    <ul class="diagnostics" aria-label="Messages">
      {list.map((d) => (
        <Message d={d} />
      ))}
    </ul>
  );
}

function Message({ d }: { d: DiagnosticPicture }) {
  const [open, setOpen] = useState(false);
  const page = d.code === undefined ? undefined : messages.value[d.code];
  return (
    <li class={`message ${d.severity}`}>
      <span class="badge" aria-hidden="true">
        {glyph[d.severity]}
      </span>
      <div>
        <p>
          <span class="sr">{d.severity}: </span>
          {d.code !== undefined &&
            (page === undefined ? (
              <span class="code">{d.code}</span>
            ) : (
              <button type="button" class="code link" aria-expanded={open} onClick={() => setOpen(!open)}>
                {d.code}
              </button>
            ))}{" "}
          {d.message}
        </p>
        {d.places.map((place) => (
          <div class="row">
            {place.label !== undefined && <span class="dim">{place.label}</span>} <Place place={place} />
          </div>
        ))}
        {d.notes.map((note) => (
          <p class="dim">{note}</p>
        ))}
        {d.hint !== undefined && <p class="hint">{d.hint}</p>}
        {open && page !== undefined && <p class="reference">{page}</p>}
      </div>
    </li>
  );
}
