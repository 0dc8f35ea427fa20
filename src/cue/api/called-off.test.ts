import { expect, test } from "vitest";
import { createContext } from "./index.ts";

test("whatever is asked after an evaluation was called off is answered, with the ids that nodes have", () => {
  const fields = Array.from({ length: 400 }, (_, i) => `f${i}: #D & {n: ${i}, m: x: n + 1}\n`).join("");
  const text = `#D: {n: int, m: #M, o: *1 | int, ...}\n#M: {x: >n, n: 0, y?: #M}\n${fields}`;
  for (const last of [1, 4]) {
    let looks = 0;
    const signal = {
      get aborted(): boolean {
        return ++looks === last;
      },
    };
    const root = createContext({ limits: { signal } }).compile(text);
    const { core } = root;
    const before = core.engine;
    root.validate();
    expect(core.engine).not.toBe(before);
    expect(core.engine.idParent.length).toBe(before.idParent.length);
    for (const { value } of root.fields({ definitions: true })) value.validate();
  }
});
