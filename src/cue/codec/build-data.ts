import type { Data, DataField } from "./data.ts";

/** What a node is: data at once, or a container whose parts come next. */
export type Opened<N> =
  | { readonly data: Data }
  | { readonly items: readonly N[] }
  | { readonly fields: readonly { readonly name: string; readonly node: N; readonly tag?: string }[] };

interface Frame<N> {
  readonly items: readonly N[] | undefined;
  readonly fields: readonly { readonly name: string; readonly node: N; readonly tag?: string }[] | undefined;
  next: number;
  readonly list: Data[];
  readonly struct: DataField[];
}

/**
 * Builds data from any tree without recursion: depth is the user's affair, the stack is ours. The first failure that
 * `open` returns ends it.
 */
export function buildData<N, F>(
  root: N,
  open: (node: N) => Opened<N> | F,
  isFailure: (r: Opened<N> | F) => r is F,
): Data | F {
  const stack: Frame<N>[] = [];
  let node = root;
  for (;;) {
    const opened = open(node);
    if (isFailure(opened)) return opened;
    let done: Data | undefined;
    if ("data" in opened) done = opened.data;
    else {
      stack.push({
        items: "items" in opened ? opened.items : undefined,
        fields: "fields" in opened ? opened.fields : undefined,
        next: 0,
        list: [],
        struct: [],
      });
    }
    // Hand finished parts up until a container has another one to open.
    for (;;) {
      const top = stack[stack.length - 1];
      if (done !== undefined) {
        if (top === undefined) return done;
        if (top.fields === undefined) top.list.push(done);
        else {
          const { name, tag } = top.fields[top.next - 1] as { name: string; tag?: string };
          top.struct.push(tag === undefined ? { name, value: done } : { name, value: done, tag });
        }
        done = undefined;
        continue;
      }
      const frame = top as Frame<N>;
      const part = frame.fields === undefined ? frame.items?.[frame.next] : frame.fields[frame.next]?.node;
      if (frame.next < (frame.fields ?? (frame.items as readonly N[])).length) {
        frame.next++;
        node = part as N;
        break;
      }
      stack.pop();
      done =
        frame.fields === undefined ? { kind: "list", items: frame.list } : { kind: "struct", fields: frame.struct };
    }
  }
}
