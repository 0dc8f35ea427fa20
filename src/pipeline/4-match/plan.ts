/** What phase 4 returns: which transformers render which components, and why. */
export interface Plan {
  /** In the order of components, then of transformers. */
  readonly jobs: readonly Match[];
  /** Components that nothing renders. */
  readonly unmatched: readonly string[];
  /** Traits that no matched transformer of their component handles. */
  readonly unhandledTraits: readonly { readonly component: string; readonly trait: string }[];
  /** Every pair that was looked at. */
  readonly details: readonly MatchDetail[];
  readonly policyJobs: readonly { readonly policy: string; readonly transformer: string }[];
  /** Rules of policies that no transformer renders and that check nothing. */
  readonly unhandledRules: readonly { readonly policy: string; readonly rule: string }[];
}

export interface Match {
  readonly component: string;
  /** FQN. */
  readonly transformer: string;
}

export interface MatchDetail extends Match {
  readonly matched: boolean;
  /** What made it match: `requiredLabels[k=v]`, `requiredResources[fqn]`, … */
  readonly reason: string;
  readonly lacking: {
    readonly labels: readonly string[];
    readonly resources: readonly string[];
    readonly traits: readonly string[];
  };
}
