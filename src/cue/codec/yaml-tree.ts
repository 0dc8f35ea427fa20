import { EVENT_ID, COLLECTION_STYLE, SCALAR_STYLE, getScalarValue, parseEvents, YAMLException } from "js-yaml";
import type { Event, MappingEvent, ScalarEvent, SequenceEvent } from "js-yaml";
import type { DecodeError } from "./decoded.ts";
import { MAX_DEPTH, translateYamlError } from "./yaml-error.ts";

/** A node of a YAML document, with places. */
export type YamlNode = YamlScalar | YamlCollection | YamlAlias;

interface YamlBase {
  /** Offset of the first character, properties included. */
  pos: number;
  end: number;
  /** As written (`!!int`, `!x`, `!<…>`), or "". */
  tag: string;
}

export interface YamlScalar extends YamlBase {
  kind: "scalar";
  value: string;
  plain: boolean;
}

export interface YamlCollection extends YamlBase {
  kind: "map" | "seq";
  flow: boolean;
  /** Keys and values in turn, or elements. */
  items: YamlNode[];
}

interface YamlAlias extends YamlBase {
  kind: "alias";
  name: string;
  target: YamlNode;
}

/** How many lines may stand further left than the parser likes; each costs another run. */
const MAX_REPAIRS = 200;

export function parseYaml(src: string): { documents: YamlNode[]; error?: DecodeError } {
  let text = src;
  let first = -1;
  for (let repairs = 0; ; repairs++) {
    try {
      return new TreeBuilder(text).build(parseEvents(text, { maxDepth: MAX_DEPTH }));
    } catch (e) {
      if (!(e instanceof YAMLException)) throw e;
      const at = (e.mark as { position?: number } | undefined)?.position ?? 0;
      const joined = e.reason === "deficient indentation" && repairs < MAX_REPAIRS ? joinLines(text, at) : undefined;
      if (joined === undefined) {
        const place = first >= 0 && e.reason.includes("flow collection") ? first : at;
        return { documents: [], error: translateYamlError(src, e.reason, place) };
      }
      if (first < 0) first = at;
      text = joined;
    }
  }
}

/**
 * Flow collections may close at any column for go-yaml, but not for the parser. Blanking the line break before such a
 * line (and a comment there) changes no meaning and no offset.
 */
function joinLines(src: string, at: number): string | undefined {
  const end = src.lastIndexOf("\n", Math.min(at, src.length) - 1);
  if (end < 0) return undefined;
  const start = src.lastIndexOf("\n", end - 1) + 1;
  const line = src.slice(start, end);
  const comment = /(?:^|\s)#(?=[^"']*$)/.exec(line);
  const kept = comment === null ? line : line.slice(0, comment.index).padEnd(line.length);
  return src.slice(0, start) + kept + " " + src.slice(end + 1);
}

class TreeBuilder {
  private readonly src: string;
  private anchors = new Map<string, YamlNode>();
  /** End of the last thing read: where an empty scalar stands. */
  private last = 0;

  constructor(src: string) {
    this.src = src;
  }

  build(events: readonly Event[]): { documents: YamlNode[]; error?: DecodeError } {
    const documents: YamlNode[] = [];
    const open: (YamlCollection | undefined)[] = [];
    const put = (node: YamlNode): void => {
      const parent = open[open.length - 1];
      if (parent === undefined) documents.push(node);
      else parent.items.push(node);
    };
    for (const e of events) {
      switch (e.type) {
        case EVENT_ID.DOCUMENT:
          this.anchors = new Map();
          open.push(undefined);
          break;
        case EVENT_ID.MAPPING:
        case EVENT_ID.SEQUENCE: {
          const node = this.collection(e);
          put(node);
          open.push(node);
          break;
        }
        case EVENT_ID.SCALAR:
          put(this.scalar(e));
          break;
        case EVENT_ID.ALIAS: {
          const name = this.src.slice(e.anchorStart, e.anchorEnd);
          const target = this.anchors.get(name);
          if (target === undefined) {
            const message = `unknown anchor '${name}' referenced`;
            return { documents, error: { message, offset: -1, line: 0, about: { kind: "anchor", name } } };
          }
          this.last = e.anchorEnd;
          put({ kind: "alias", pos: e.anchorStart - 1, end: e.anchorEnd, tag: "", name, target });
          break;
        }
        case EVENT_ID.POP: {
          const node = open.pop();
          if (node !== undefined) this.close(node);
          break;
        }
      }
    }
    return { documents };
  }

  private anchor(e: ScalarEvent | MappingEvent | SequenceEvent, node: YamlNode): void {
    if (e.anchorStart >= 0) this.anchors.set(this.src.slice(e.anchorStart, e.anchorEnd), node);
  }

  private tag(e: ScalarEvent | MappingEvent | SequenceEvent): string {
    return e.tagStart < 0 ? "" : this.src.slice(e.tagStart, e.tagEnd);
  }

  private collection(e: MappingEvent | SequenceEvent): YamlCollection {
    const node: YamlCollection = {
      kind: e.type === EVENT_ID.MAPPING ? "map" : "seq",
      pos: firstPlace(e.start, e),
      end: e.start,
      tag: this.tag(e),
      flow: e.style === COLLECTION_STYLE.FLOW,
      items: [],
    };
    this.last = Math.max(this.last, e.start + (node.flow ? 1 : 0));
    this.anchor(e, node);
    return node;
  }

  private scalar(e: ScalarEvent): YamlScalar {
    const empty = e.valueStart < 0;
    const quoted = e.style === SCALAR_STYLE.SINGLE_QUOTED || e.style === SCALAR_STYLE.DOUBLE_QUOTED;
    const block = e.style === SCALAR_STYLE.LITERAL_BLOCK || e.style === SCALAR_STYLE.FOLDED_BLOCK;
    let start = e.valueStart;
    if (empty) start = this.afterColon();
    else if (quoted) start--;
    else if (block) start = this.blockIndicator(e.valueStart);
    const end = empty ? start : quoted ? e.valueEnd + 1 : e.valueEnd;
    this.last = Math.max(this.last, end);
    let value = getScalarValue(this.src, e);
    // A file that ends without a line break gives its last block none either.
    if (block && e.valueEnd >= this.src.length && !this.src.endsWith("\n") && value.endsWith("\n"))
      value = value.slice(0, -1);
    const node: YamlScalar = {
      kind: "scalar",
      pos: firstPlace(start, e),
      end,
      tag: this.tag(e),
      value,
      plain: e.style === SCALAR_STYLE.PLAIN,
    };
    this.anchor(e, node);
    return node;
  }

  /** Where an absent value would stand: behind the colon of its key. */
  private afterColon(): number {
    let i = this.last;
    while (this.src[i] === " " || this.src[i] === "\t") i++;
    return this.src[i] === ":" ? i + 1 : this.last;
  }

  /** The `|` or `>` of the block scalar whose content starts at `from`. */
  private blockIndicator(from: number): number {
    let i = from - 1;
    while (i > this.last && this.src[i] !== "|" && this.src[i] !== ">") i--;
    return i;
  }

  private close(node: YamlCollection): void {
    if (!node.flow) {
      node.end = Math.max(this.last, node.pos);
      return;
    }
    const bracket = node.kind === "map" ? "}" : "]";
    let i = this.last;
    while (i < this.src.length && this.src[i] !== bracket) {
      if (this.src[i] === "#") while (i < this.src.length && this.src[i] !== "\n") i++;
      else i++;
    }
    node.end = Math.min(i + 1, this.src.length);
    this.last = node.end;
  }
}

/** The start of a node: its anchor or tag where it has one. */
function firstPlace(start: number, e: { anchorStart: number; tagStart: number }): number {
  let first = start;
  if (e.anchorStart >= 0) first = Math.min(first, e.anchorStart - 1);
  if (e.tagStart >= 0) first = Math.min(first, e.tagStart);
  return first;
}
