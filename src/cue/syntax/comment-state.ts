import type { CommentGroup, Node } from "./ast.ts";
import { addComment } from "./make.ts";

/**
 * Where comments go while a node is being parsed. Each node in progress has a state that counts
 * its tokens and finished children; a comment is kept with the count at which it was seen.
 *
 * A sequence of children (declarations, elements, operands) has a state of its own, a list, for
 * no node stands for it: what is seen between two children goes to the one before.
 */
export class CommentState {
  parent: CommentState | null = null;
  /** Tokens and children so far. It wraps like a signed byte, as in cue; comments show it. */
  pos = 0;
  groups: CommentGroup[] | null = null;
  /** How many nested sequences share this state; 0 for the state of a node. */
  lists = 0;
  lastChild: Node | null = null;
  lastPos = 0;

  add(group: CommentGroup): void {
    group.position = this.pos;
    if (this.groups === null) this.groups = [group];
    else this.groups.push(group);
  }

  step(): void {
    this.pos = ((this.pos + 1) << 24) >> 24;
  }
}

/** The states of all nodes and sequences in progress, and a stock of used ones. */
export class CommentStack {
  top: CommentState;
  /** A comment directly above the next token: it belongs to the next node that is opened. */
  lead: CommentGroup | null = null;
  private free: CommentState | null = null;

  constructor() {
    this.top = new CommentState();
    this.top.pos = -1;
  }

  /** Begins a node. */
  open(): CommentState {
    const parent = this.top;
    const child = this.take(parent);
    if (parent.groups !== null && parent.lists > 0) {
      if (parent.lastChild !== null) {
        giveToPrevious(parent.lastChild, parent.groups, parent.lastPos);
      } else {
        for (const group of parent.groups) group.position = 0;
        child.groups = parent.groups;
      }
      parent.groups = null;
    }
    if (this.lead !== null) {
      if (child.groups === null) child.groups = [this.lead];
      else child.groups.push(this.lead);
      this.lead = null;
    }
    this.top = child;
    return child;
  }

  /** Ends a node: its comments become its own, and it counts as a child of what surrounds it. */
  close(state: CommentState, node: Node | null): void {
    // Broken input can leave states open above: they end too.
    const parent = state.parent;
    if (parent === null) return;
    this.top = parent;
    parent.lastChild = node;
    parent.lastPos = state.pos;
    parent.step();
    if (state.groups !== null && node !== null) {
      for (const group of state.groups) addComment(node, group);
    }
    this.give(state);
  }

  openList(): void {
    if (this.top.lists > 0) {
      this.top.lists++;
      return;
    }
    const list = this.take(this.top);
    list.lists = 1;
    this.top = list;
  }

  closeList(): void {
    const list = this.top;
    const parent = list.parent;
    if (parent === null || list.lists === 0) return;
    if (list.groups !== null && list.lastChild !== null) {
      for (const group of list.groups) {
        group.position = list.lastPos;
        addComment(list.lastChild, group);
      }
      list.groups = null;
    }
    if (--list.lists > 0) return;
    if (list.groups !== null) {
      parent.groups = parent.groups === null ? list.groups : parent.groups.concat(list.groups);
    }
    parent.step();
    this.top = parent;
    this.give(list);
  }

  private take(parent: CommentState): CommentState {
    let state = this.free;
    if (state === null) state = new CommentState();
    else this.free = state.parent;
    state.parent = parent;
    return state;
  }

  private give(state: CommentState): void {
    state.pos = 0;
    state.groups = null;
    state.lists = 0;
    state.lastChild = null;
    state.lastPos = 0;
    state.parent = this.free;
    this.free = state;
  }
}

/** Comments after a child of a sequence, seen when the next child starts. */
function giveToPrevious(child: Node, groups: CommentGroup[], lastPos: number): void {
  const result: CommentGroup[] = [];
  for (const group of groups) if (group.position === 0) result.push(group);
  if (child.comments !== null) result.push(...child.comments);
  for (const group of groups) {
    if (group.position !== 0) {
      group.position = lastPos;
      result.push(group);
    }
  }
  child.comments = result;
}
