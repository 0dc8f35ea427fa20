// A picture of one release with many objects, for tests and measurements.
import type { Picture } from "../../src/picture/index.ts";

export function largePicture(count = 5000): Picture {
  const object = (i: number) => ({
    id: `ConfigMap/default/c${i}`,
    kind: "ConfigMap",
    name: `c${i}`,
    namespace: "default",
    component: `part${i % 50}`,
    transformer: "T",
    yaml: `kind: ConfigMap\nmetadata:\n  name: c${i}\n`,
  });
  const release = { id: "large", phases: [], values: [], components: [], rules: [], secrets: [], diagnostics: [] };
  return {
    version: 1,
    kind: "module",
    bundles: [],
    form: [],
    environments: [],
    waves: [],
    diagnostics: [],
    files: {},
    releases: [{ ...release, objects: Array.from({ length: count }, (_, i) => object(i)) }],
  };
}
