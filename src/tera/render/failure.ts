/** A place in a template. */
export interface TemplatePlace {
  readonly template: string;
  /** In UTF-16 units. */
  readonly offset: number;
}

/**
 * A mistake met while rendering. It is thrown inside this room alone, where it unwinds the closures
 * of a template; whoever calls the room gets a result. It is no Error, so that it costs no stack trace.
 */
export class RenderFailure {
  /** From the outermost message to the cause. */
  messages: string[];
  at: TemplatePlace | undefined;
  /** Causes that Tera's own chain leaves out; for people alone. */
  hidden: readonly string[] = [];
  /** The first name of a variable that is not there. */
  readonly missing: string | undefined;

  constructor(message: string, at?: TemplatePlace, missing?: string) {
    this.messages = [message];
    this.at = at;
    this.missing = missing;
  }
}

export function failure(message: string): RenderFailure {
  return new RenderFailure(message);
}

/** Adds what was being done to a mistake, and a place if it has none. Anything else is our own bug. */
export function within(thrown: unknown, doing: string, at: TemplatePlace): unknown {
  if (!(thrown instanceof RenderFailure)) return thrown;
  thrown.messages.unshift(doing);
  thrown.at ??= at;
  return thrown;
}
