// Who decided something: by letter, by name and by hue, so that nobody depends on colour alone.

/** Tiers of values, weakest first. */
export const TIERS = ["default", "author", "platform", "user", "environment", "set"] as const;

interface Decider {
  readonly letter: string;
  readonly name: string;
}

const DECIDERS: Readonly<Record<string, Decider>> = {
  default: { letter: "D", name: "Module default" },
  author: { letter: "A", name: "Author’s values" },
  platform: { letter: "P", name: "Platform" },
  user: { letter: "V", name: "Values file" },
  environment: { letter: "E", name: "Environment" },
  set: { letter: "S", name: "Command line" },
  module: { letter: "M", name: "Module’s own line" },
  transformer: { letter: "T", name: "Transformer" },
};

export function tierName(tier: string): string {
  return DECIDERS[tier]?.name ?? tier;
}

export function Tier({ tier, title }: { tier: string; title?: string }) {
  const name = title ?? tierName(tier);
  return (
    <span class={`tier tier-${tier}`} title={name}>
      <span aria-hidden="true">{DECIDERS[tier]?.letter ?? "?"}</span>
      <span class="sr">{name}</span>
    </span>
  );
}

export function Lock({ title }: { title: string }) {
  return (
    <span class="lock" title={title}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d="M3 5V4a3 3 0 0 1 6 0v1h.5c.3 0 .5.2.5.5v5c0 .3-.2.5-.5.5h-7a.5.5 0 0 1-.5-.5v-5c0-.3.2-.5.5-.5zm1.2 0h3.6V4a1.8 1.8 0 0 0-3.6 0z" />
      </svg>
      <span class="sr">{title}</span>
    </span>
  );
}
