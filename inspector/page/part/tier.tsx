/** Tiers by letter and hue, so that nobody depends on colour alone. */
export const TIERS = ["default", "author", "platform", "user", "environment", "set"] as const;

const NAMES: Readonly<Record<string, string>> = {
  default: "Module default",
  author: "Author's values",
  platform: "Platform",
  user: "Values file",
  environment: "Environment",
  set: "Command line",
};

export function tierName(tier: string): string {
  return NAMES[tier] ?? tier;
}

export function Tier({ tier, title }: { tier: string; title?: string }) {
  return (
    <span class={`tier tier-${tier}`} title={title ?? tierName(tier)}>
      {tierName(tier).slice(0, 1)}
      <span class="sr">{title ?? tierName(tier)}</span>
    </span>
  );
}

export function Lock({ title }: { title: string }) {
  return (
    <span class="lock" title={title}>
      <svg viewBox="0 0 12 12" width="11" height="11" aria-hidden="true">
        <path d="M3 5V4a3 3 0 0 1 6 0v1h.5c.3 0 .5.2.5.5v5c0 .3-.2.5-.5.5h-7a.5.5 0 0 1-.5-.5v-5c0-.3.2-.5.5-.5zm1.2 0h3.6V4a1.8 1.8 0 0 0-3.6 0z" />
      </svg>
      <span class="sr">{title}</span>
    </span>
  );
}
