// Messages with their places, their hint, and their page of the reference.
import { useState } from "preact/hooks";
import type { DiagnosticPicture } from "../../../src/picture/index.ts";
import { messagePage } from "../messages.ts";
import { Place } from "./place.tsx";

const glyph = { error: "✕", warning: "!", info: "i" } as const;
/** More than these are folded: the first ones are read. */
const FIRST = 4;

export function Diagnostics({ list }: { list: readonly DiagnosticPicture[] }) {
  const [all, setAll] = useState(false);
  if (list.length === 0) return null;
  const shown = all ? list : list.slice(0, FIRST);
  return (
    <div class="messages">
      <ul class="diagnostics" aria-label="Messages">
        {shown.map((d) => (
          <Message d={d} />
        ))}
      </ul>
      {list.length > FIRST && (
        <button type="button" class="link small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Fewer messages" : `${list.length - FIRST} more messages`}
        </button>
      )}
    </div>
  );
}

function Message({ d }: { d: DiagnosticPicture }) {
  const [open, setOpen] = useState(false);
  const page = messagePage(d.code);
  return (
    <li class={`message ${d.severity}`}>
      <span class="badge" aria-hidden="true">
        {glyph[d.severity]}
      </span>
      <div class="said">
        <p>
          <span class="sr">{d.severity}: </span>
          {d.message}{" "}
          {d.code !== undefined &&
            d.code !== "" &&
            (page === undefined ? (
              <span class="code">{d.code}</span>
            ) : (
              <button
                type="button"
                class="code link"
                aria-expanded={open}
                title="What this message means"
                onClick={() => setOpen(!open)}
              >
                {d.code}
              </button>
            ))}
        </p>
        {d.places.map((place) => (
          <div class="at">
            <Place place={place} />
            {place.label !== undefined && <span class="dim">{place.label}</span>}
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
