import type { Bottom, Vertex } from "../value/index.ts";

/** Why there is no schema: an error of the value, or something that OpenAPI cannot say. */
export class NoSchema extends Error {
  readonly bottom: Bottom | null;
  readonly about: Vertex | null;
  constructor(message: string, about: Vertex | null, bottom: Bottom | null = null) {
    super(message);
    this.about = about;
    this.bottom = bottom;
  }
}
