import { NodeState, Task, TaskKind, TaskState, Vertex, append, noItems, copyList } from "../value/index.ts";
import type { PatternConstraint } from "../value/index.ts";
import type { Context } from "./context.ts";

// Each disjunct is tried in a copy of the node, so that a failure leaves no trace. While the copy is evaluated,
// references to the original vertices reach their copies.

/** Copies a node with everything below it. The map grows by every vertex that was copied. */
export function copyForTrial(c: Context, root: NodeState, map: Map<Vertex, Vertex>): NodeState {
  // A node in a cycle may be finished by another one while its disjuncts are tried.
  root.node.state ??= root;
  // Made now, apart from those of the copies that this one is a copy of.
  const made = root.vertexMap === null ? map : new Map<Vertex, Vertex>();
  const v = copyNode(c, root.node, made);
  if (root.vertexMap !== null) {
    for (const [k, x] of root.vertexMap) map.set(k, x);
    for (const [k, x] of made) map.set(k, x);
  }
  v.isDisjunct = true;
  const state = v.state as NodeState;
  state.vertexMap = map;
  relinkTasks(c, made, map);
  return state;
}

/** Tasks that waited inside the copied part now wait for the copies. */
function relinkTasks(c: Context, made: ReadonlyMap<Vertex, Vertex>, map: ReadonlyMap<Vertex, Vertex>): void {
  for (const v of made.values()) {
    if (v.state === null) continue;
    const { tasks } = v.state;
    for (let i = 0; i < tasks.length; i++) {
      const t = tasks[i] as Task;
      const owner = latest(map, t.node.node).state;
      if (owner !== null) t.node = owner;
      if (t.blockedOn === null) continue;
      const was = t.blockedOn.node;
      const now = latest(map, was);
      if (was === now || now.state === null) continue;
      t.blockedOn = now.state;
      now.state.blocking = append(now.state.blocking, t);
      c.blocking.push(t);
      now.state.needs |= t.blockCondition;
    }
  }
}

function latest(map: ReadonlyMap<Vertex, Vertex>, v: Vertex): Vertex {
  let x = v;
  for (let next = map.get(x); next !== undefined; next = map.get(x)) x = next;
  return x;
}

function copyNode(c: Context, x: Vertex, map: Map<Vertex, Vertex>): Vertex {
  const known = map.get(x);
  if (known !== undefined) return known;
  c.counters.nodes++;
  // With the state that it is tried in.
  c.meter.values(2);
  const v = new Vertex(x.parent, x.label, x.arcType, x.home);
  map.set(x, v);
  v.status = x.status;
  v.base = x.base;
  v.childErrors = x.childErrors;
  v.conjuncts = copyList(x.conjuncts);
  v.structs = copyList(x.structs);
  v.copySwitches(x);
  if (x.arcs.length > 0) {
    const arcs: Vertex[] = [];
    for (let i = 0; i < x.arcs.length; i++) {
      const arc = copyNode(c, x.arcs[i] as Vertex, map);
      arc.parent = v;
      arcs.push(arc);
    }
    v.setArcs(arcs);
  }
  if (x.patterns !== null)
    v.patterns = x.patterns.map((p): PatternConstraint => ({
      pattern: p.pattern,
      constraint: copyNode(c, p.constraint, map),
    }));
  if (x.state !== null) {
    v.state = copyState(c, x.state);
    v.state.node = v;
    copyTasks(v.state, x.state);
  }
  return v;
}

function copyState(c: Context, n: NodeState): NodeState {
  c.state(n.node);
  const d = new NodeState(n.node);
  d.underlying = n.underlying;
  d.copySwitches(n);
  d.isDisjunct = true;
  d.completing = n.completing;
  d.runMode = n.runMode;
  d.depth = n.depth;
  d.evalDepth = n.evalDepth;
  d.kind = n.kind;
  d.kindExpr = n.kindExpr;
  d.kindId = n.kindId;
  d.scalar = n.scalar;
  d.scalarId = n.scalarId;
  d.lowerBound = n.lowerBound;
  d.upperBound = n.upperBound;
  d.checks = copyList(n.checks);
  d.errs = n.errs;
  d.maxListLen = n.maxListLen;
  d.trySkip = n.trySkip;
  d.embedClosedness = n.embedClosedness;
  d.injected = copyList(n.injected);
  d.shared = n.shared;
  d.sharedIds = copyList(n.sharedIds);
  d.shareCycleType = n.shareCycleType;
  d.origBase = n.origBase;
  d.disjunctions = copyList(n.disjunctions);
  d.defaultMode = n.defaultMode;
  d.origDefaultMode = n.origDefaultMode;
  d.defaultAttemptInCycle = n.defaultAttemptInCycle;
  d.requirements = copyList(n.requirements);
  d.links = copyList(n.links);
  d.evidence = copyList(n.evidence);
  return d;
}

/** Unfinished work goes along; the original's tasks never run again. */
function copyTasks(dst: NodeState, src: NodeState): void {
  dst.completed = src.completed;
  dst.needs = src.needs;
  dst.provided = src.provided;
  dst.openArcType = src.openArcType;
  dst.openValue = src.openValue;
  dst.openFieldConjuncts = src.openFieldConjuncts;
  dst.openTasks = src.openTasks;
  dst.openDisjunctions = src.openDisjunctions;
  src.blocking = noItems;
  for (let i = 0; i < src.tasks.length; i++) {
    const t = src.tasks[i] as Task;
    if (t.state > TaskState.Waiting || (t.state === TaskState.Running && t.kind === TaskKind.Disjunctions)) continue;
    t.defunct = true;
    const copy = new Task(t.kind, dst, t.env, t.x, t.ci);
    copy.state = t.state === TaskState.Running ? TaskState.Ready : t.state;
    copy.completes = t.completes;
    copy.blockedOn = t.blockedOn;
    copy.blockCondition = t.blockCondition;
    copy.err = t.err;
    dst.tasks = append(dst.tasks, copy);
  }
}
