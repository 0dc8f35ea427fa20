import { describe, expect, test } from "vitest";
import { append, appendFew, copyList, hasItem, noItems } from "./list.ts";

describe("lists of a node", () => {
  test.each([
    ["append", append],
    ["appendFew", appendFew],
  ])("%s starts a list of its own and keeps the order", (_, add) => {
    let list: number[] = noItems;
    for (let i = 0; i < 10; i++) list = add(list, i);
    expect(list).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(noItems).toEqual([]);
  });

  test("appendFew leaves a copy of a short list alone", () => {
    const list = appendFew<number>(noItems, 1);
    appendFew(list, 2);
    expect(list).toEqual([1]);
  });

  test("hasItem follows a list as it grows", () => {
    const items = Array.from({ length: 100 }, (_, i) => ({ i }));
    let list: object[] = noItems;
    for (const item of items) {
      expect(hasItem(list, item)).toBe(false);
      list = appendFew(list, item);
      expect(hasItem(list, item)).toBe(true);
    }
    expect(items.every((item) => hasItem(list, item))).toBe(true);
    expect(hasItem(copyList(list), { i: 1 })).toBe(false);
  });
});
