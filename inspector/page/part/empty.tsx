import type { ComponentChildren } from "preact";

/** Nothing to show: what would be here, and how it gets here. */
export function Empty({ title, command, children }: { title: string; command?: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <svg viewBox="0 0 48 48" width="40" height="40" aria-hidden="true">
        <rect x="6" y="9" width="36" height="7" rx="3.5" />
        <rect x="11" y="21" width="26" height="7" rx="3.5" />
        <rect x="16" y="33" width="16" height="7" rx="3.5" />
      </svg>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {command !== undefined && <code class="command">{command}</code>}
    </div>
  );
}
