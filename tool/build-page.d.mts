export declare function buildPage(
  root?: string,
): Promise<{ html: string; inputs: string[]; sizes: Record<string, number> }>;
