/** What the bench of clusters applies: many small objects. */
export const benchObjects = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `c${i}` },
    data: { number: String(i), text: "x".repeat(200) },
  }));
