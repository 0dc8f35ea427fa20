// The tiers of values, lowest first (VAL-1). A later tier wins, except over what the platform locked.

const TIERS = ["default", "author", "platform", "user", "environment", "set"] as const;
export type Tier = (typeof TIERS)[number];

const NAMES: Record<Tier, string> = {
  default: "module default",
  author: "module author's values",
  platform: "platform",
  user: "values file",
  environment: "environment",
  set: "command line",
};

export function tierName(tier: Tier): string {
  return NAMES[tier];
}

export function isAbove(a: Tier, b: Tier): boolean {
  return TIERS.indexOf(a) > TIERS.indexOf(b);
}
