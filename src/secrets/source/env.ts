import { Secret } from "../secret.ts";
import { SECRET_CODE } from "../secret-code.ts";
import { notFound } from "./secret-source.ts";
import type { SecretSource } from "./secret-source.ts";
import { tell } from "../../source/index.ts";

/** `@env(NAME)`: an environment variable of the process. */
export const envSource: SecretSource = {
  name: "env",
  async fetch(request, host) {
    const text = host.env(request.path);
    if (text === undefined)
      return notFound(
        request,
        tell(SECRET_CODE.notFound, "the environment variable {path} is not set", { path: request.path }),
      );
    if (text === "")
      return notFound(
        request,
        tell(SECRET_CODE.notFound, "the environment variable {path} is empty", { path: request.path }),
      );
    return { value: new Secret(text, `env ${request.path}`), diagnostics: [] };
  },
};
