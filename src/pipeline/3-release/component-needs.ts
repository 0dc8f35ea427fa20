// Which components come after which: what one requires and another of the same release provides.
import type { Value } from "../../cue/index.ts";
import type { Component } from "./release.ts";

/**
 * By the id of a component, the ids of those that provide what it requires. Components that require each other, in
 * whatever circle, have no order among themselves: neither could begin.
 */
export function componentNeeds(components: readonly Component[]): ReadonlyMap<string, readonly string[]> {
  const offered = components.flatMap(({ id, cue }) =>
    interfaces(cue.get(), "provides").map((value) => ({ id, places: new Set(writtenAt(value)) })),
  );
  const needs = new Map<string, Set<string>>();
  for (const { id, cue } of components) {
    const found = new Set<string>();
    for (const required of interfaces(cue.get(), "requires")) {
      const places = writtenAt(required);
      // A reference reads the provider's own lines again: what both stand on is one thing.
      for (const offer of offered)
        if (offer.id !== id && places.some((place) => offer.places.has(place))) found.add(offer.id);
    }
    needs.set(id, found);
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(needs.get(from) ?? [])].some((next) => reaches(next, to, seen));
  };
  return new Map([...needs].map(([id, found]) => [id, [...found].filter((provider) => !reaches(provider, id)).sort()]));
}

function interfaces(component: Value, side: "requires" | "provides"): Value[] {
  return (component.field(side)?.entries() ?? []).map(({ value }) => value);
}

/** Where its fields are written, in modules: the shape is everybody's, and so may be what a field refers to. */
function writtenAt(value: Value): string[] {
  return value
    .entries()
    .flatMap((entry) => entry.value.declarations())
    .flatMap(({ place }) =>
      place === undefined || place.file.name.startsWith("opmodel.dev/")
        ? []
        : [`${place.file.name}:${place.span.start}:${place.span.end}`],
    );
}
