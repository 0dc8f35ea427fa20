// YAML text to SOPS documents: order, comments and exact scalars kept, aliases expanded within a bound.
import { tell, secretsCode } from "../../source/index.ts";
import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from "js-yaml";
import type { AliasEvent, Event, MappingEvent, ScalarEvent, SequenceEvent } from "js-yaml";
import { fromBase64 } from "../bytes.ts";
import { MAX_DEPTH, MAX_NODES } from "./tree.ts";
import type { Entry, Item, ListNode, MapNode, ReadFailure, SopsNode } from "./tree.ts";
import { resolvePlain, resolveTagged } from "./yaml-scalar.ts";

type Container = MapNode | ListNode;
interface Open {
  readonly node: Container;
  /** The key that waits for its value, with the comments above it. */
  pending?: Entry;
  readonly keys: Set<string>;
}

class Failed {
  readonly failure: ReadFailure;
  constructor(message: string, offset: number) {
    this.failure = { message, offset };
  }
}

export function readYaml(text: string): MapNode[] | ReadFailure {
  let events: Event[];
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const shift = text.length - body.length;
  try {
    events = parseEvents(body, { maxDepth: MAX_DEPTH });
  } catch (error) {
    // js-yaml's message quotes the text around the mistake; only its reason and position are safe to show.
    if (!(error instanceof YAMLException)) throw error;
    return {
      message: tell(secretsCode.unreadable, "not valid YAML: {reason}", {
        reason: error.reason.replace(/\s*(['"<]).*$/s, ""),
      }).message,
      offset: (error.mark?.position ?? 0) + shift,
    };
  }
  try {
    return new Reader(body, events).documents();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return { message: error.failure.message, offset: error.failure.offset + shift };
  }
}

class Reader {
  readonly #text: string;
  readonly #events: Event[];
  #stack: Open[] = [];
  #anchors = new Map<string, SopsNode>();
  #seen = 0; // end of the last token: what lies between it and the next one is blanks, indicators and comments
  #nodes = 0;
  #last: { item: Item; holder: Container } | undefined;

  constructor(text: string, events: Event[]) {
    this.#text = text;
    this.#events = events;
  }

  documents(): MapNode[] {
    const documents: MapNode[] = [];
    let root: SopsNode | undefined;
    const levels: ("document" | "node")[] = [];
    for (const event of this.#events) {
      switch (event.type) {
        case EVENT_ID.DOCUMENT:
          levels.push("document");
          root = undefined;
          this.#anchors.clear();
          this.#stack = [];
          this.#last = undefined;
          break;
        case EVENT_ID.POP:
          if (levels.pop() === "node") {
            const done = this.#stack.pop()!;
            if (this.#stack.length === 0) root = done.node;
          } else {
            if (root === undefined) root = { kind: "map", entries: [], trailing: [], offset: 0 };
            if (root.kind !== "map") throw new Failed("the top level of a SOPS file must be a mapping", root.offset);
            documents.push(root);
          }
          break;
        default: {
          if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) levels.push("node");
          const node = this.#node(event);
          if (node !== undefined && this.#stack.length === 0) root = node;
        }
      }
    }
    this.#endComments(documents.at(-1));
    return documents;
  }

  // Adds the node to its holder; returns it.
  #node(event: SequenceEvent | MappingEvent | ScalarEvent | AliasEvent): SopsNode | undefined {
    const start = startOf(event);
    const holder = this.#stack.at(-1);
    const comments = this.#commentsUpTo(start, holder?.node);
    if (holder !== undefined && holder.node.kind === "map" && holder.pending === undefined) {
      this.#key(event, holder, comments, start);
      return undefined;
    }
    const node = this.#value(event, start);
    const opens = event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING;
    // What stands between a key and its block belongs to the first entry of the block.
    const above = opens && holder?.node.kind !== "list" ? [] : comments;
    const inner = opens && holder?.node.kind !== "list" ? comments : [];
    if (holder?.node.kind === "map") {
      const entry = holder.pending!;
      holder.pending = undefined;
      entry.value = node;
      entry.comments.push(...above);
      this.#last = { item: entry, holder: holder.node };
    } else if (holder !== undefined) {
      const item: Item = { value: node, comments: [...this.#leading, ...above] };
      this.#leading = [];
      holder.node.items.push(item);
      this.#last = { item, holder: holder.node };
    }
    if (opens) {
      this.#stack.push({ node: node as Container, keys: new Set() });
      this.#leading = inner;
    }
    return node;
  }

  #leading: string[] = [];

  #key(event: Event, holder: Open, comments: string[], start: number): void {
    if (event.type !== EVENT_ID.SCALAR) throw new Failed("a mapping key must be a string", start);
    const text = getScalarValue(this.#text, event);
    const plain = event.style === SCALAR_STYLE.PLAIN && event.tagStart < 0;
    const merge = plain && text === "<<";
    if (plain && !merge) {
      const resolved = resolvePlain(text, start);
      if (typeof resolved === "string" || resolved.kind === "null" || resolved.type !== "str")
        throw new Failed("a mapping key must be a string; quote it", start);
    }
    if (holder.keys.has(text)) throw new Failed("duplicate key in a mapping", start);
    holder.keys.add(text);
    this.#count(start);
    const entry: Entry = {
      key: text,
      value: { kind: "null", offset: start },
      comments: [...this.#leading, ...comments],
      keyOffset: start,
    };
    this.#leading = [];
    if (merge) (entry as { merge?: boolean }).merge = true;
    (holder.node as MapNode).entries.push(entry);
    holder.pending = entry;
    this.#last = { item: entry, holder: holder.node };
    this.#seen = event.valueEnd;
  }

  #value(event: SequenceEvent | MappingEvent | ScalarEvent | AliasEvent, start: number): SopsNode {
    this.#count(start);
    if (event.type === EVENT_ID.ALIAS) {
      const name = this.#text.slice(event.anchorStart, event.anchorEnd);
      const target = this.#anchors.get(name);
      if (target === undefined) throw new Failed("alias to an anchor that is not defined (or not complete) yet", start);
      this.#seen = event.anchorEnd;
      return this.#copy(target, start);
    }
    let node: SopsNode;
    if (event.type === EVENT_ID.SCALAR) {
      node = this.#scalar(event, start);
      this.#seen = event.valueEnd;
    } else if (event.type === EVENT_ID.MAPPING) {
      node = { kind: "map", entries: [], trailing: [], offset: start };
      this.#seen = Math.max(
        this.#seen,
        event.style === 2 ? event.start + 1 : this.#seen,
        event.anchorEnd,
        event.tagEnd,
      );
    } else {
      node = { kind: "list", items: [], trailing: [], offset: start };
      this.#seen = Math.max(
        this.#seen,
        event.style === 2 ? event.start + 1 : this.#seen,
        event.anchorEnd,
        event.tagEnd,
      );
    }
    if (event.anchorStart >= 0) this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), node);
    return node;
  }

  #scalar(event: ScalarEvent, start: number): SopsNode {
    const text = getScalarValue(this.#text, event);
    const tag = event.tagStart < 0 ? "" : this.#text.slice(event.tagStart, event.tagEnd);
    const name = tag.startsWith("!!") ? tag.slice(2) : tag.startsWith("!<tag:yaml.org,2002:") ? tag.slice(20, -1) : "";
    if (tag === "" && event.style === SCALAR_STYLE.PLAIN) return ok(resolvePlain(text, start), start);
    if (name === "binary") {
      const bytes = fromBase64(text.replace(/\s+/g, ""));
      if (bytes === null) throw new Failed("!!binary is not valid base64", start);
      return { kind: "scalar", type: "str", text: "", bytes, offset: start };
    }
    if (name === "int" || name === "float" || name === "bool" || name === "null" || name === "timestamp")
      return ok(resolveTagged(name, text, start), start);
    return { kind: "scalar", type: "str", text, offset: start };
  }

  #copy(node: SopsNode, offset: number): SopsNode {
    this.#count(offset);
    if (node.kind === "map") {
      if (this.#stack.some((open) => (open.node as SopsNode) === node))
        throw new Failed("alias to a node that contains it", offset);
      return {
        ...node,
        offset,
        trailing: [],
        entries: node.entries.map((e) => ({
          ...e,
          comments: [],
          inline: undefined,
          value: this.#copy(e.value, offset),
        })),
      };
    }
    if (node.kind === "list") {
      if (this.#stack.some((open) => (open.node as SopsNode) === node))
        throw new Failed("alias to a node that contains it", offset);
      return {
        ...node,
        offset,
        trailing: [],
        items: node.items.map((i) => ({ comments: [], value: this.#copy(i.value, offset) })),
      };
    }
    return { ...node, offset };
  }

  #count(offset: number): void {
    if (++this.#nodes > MAX_NODES) throw new Failed(`more than ${MAX_NODES} values (aliases included)`, offset);
  }

  /** Comments between the last token and `start`. One on the last token's line is inline; a deeper one ends its block. */
  #commentsUpTo(start: number, holder: Container | undefined): string[] {
    const above: string[] = [];
    const column = this.#column(start);
    for (const comment of commentsIn(this.#text, this.#seen, start)) {
      const last = this.#last;
      if (last !== undefined && comment.inline && last.item.inline === undefined) last.item.inline = comment.text;
      else if (last !== undefined && last.holder !== holder && comment.column > column)
        last.holder.trailing.push(comment.text);
      else above.push(comment.text);
    }
    this.#seen = Math.max(this.#seen, start);
    return above;
  }

  #endComments(root: MapNode | undefined): void {
    if (root === undefined) return;
    for (const comment of commentsIn(this.#text, this.#seen, this.#text.length)) {
      const last = this.#last;
      if (last !== undefined && comment.inline && last.item.inline === undefined) last.item.inline = comment.text;
      else if (last !== undefined && comment.column > 0) last.holder.trailing.push(comment.text);
      else root.trailing.push(comment.text);
    }
  }

  #column(offset: number): number {
    return offset - (this.#text.lastIndexOf("\n", offset - 1) + 1);
  }
}

function ok(node: SopsNode | string, offset: number): SopsNode {
  if (typeof node === "string") throw new Failed(node, offset);
  return node;
}

function startOf(event: SequenceEvent | MappingEvent | ScalarEvent | AliasEvent): number {
  if (event.type === EVENT_ID.SCALAR) {
    const quote = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0;
    return event.tagStart >= 0 ? event.tagStart : event.valueStart - quote;
  }
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  return event.start;
}

interface Comment {
  readonly text: string;
  readonly column: number;
  readonly inline: boolean;
}

// Between tokens there are only blanks, indicators, anchors and tags, so a `#` after a blank starts a comment.
function commentsIn(text: string, from: number, to: number): Comment[] {
  const comments: Comment[] = [];
  let inline = true;
  for (let i = from; i < to; i++) {
    const c = text[i];
    if (c === "\n") inline = false;
    else if (c === "#" && (i === 0 || /\s/.test(text[i - 1]!))) {
      let end = text.indexOf("\n", i);
      if (end < 0) end = text.length;
      const lineStart = text.lastIndexOf("\n", i) + 1;
      comments.push({
        text: text.slice(i + 1, end).replace(/\r$/, ""),
        column: i - lineStart,
        inline: inline && from > 0,
      });
      i = end - 1;
    }
  }
  return comments;
}
