import { Secret } from "../secret.ts";
import { notFound } from "./secret-source.ts";
import type { SecretSource } from "./secret-source.ts";

/** `@env(NAME)`: an environment variable of the process. */
export const envSource: SecretSource = {
  name: "env",
  async fetch(request, host) {
    const text = host.env(request.path);
    if (text === undefined) return notFound(request, `the environment variable ${request.path} is not set`);
    if (text === "") return notFound(request, `the environment variable ${request.path} is empty`);
    return { value: new Secret(text, `env ${request.path}`), diagnostics: [] };
  },
};
