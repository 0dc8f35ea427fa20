import { Secret } from "../secret.ts";
import { decryptFile, plainAt } from "../sops/decrypt.ts";
import { formatOf } from "../sops/format.ts";
import { SECRET_CODE } from "../secret-code.ts";
import { notFound } from "./secret-source.ts";
import type { SecretSource } from "./secret-source.ts";
import { tell } from "../../source/index.ts";

/** `@secret(source=sops, path="secrets.yaml", key=db.password)`: a value of a SOPS file. */
export const sopsSource: SecretSource = {
  name: "sops",
  async fetch(request, host) {
    const text = await host.readFile(request.path, request.place?.file.name);
    if (text === null)
      return notFound(request, tell(SECRET_CODE.notFound, "there is no file {path}", { path: request.path }));
    const format = formatOf(request.path);
    const result = await decryptFile({ name: request.path, text }, format, {
      crypto: host.crypto,
      identities: await host.identities(),
    });
    if (result.value === undefined) return { diagnostics: result.diagnostics };
    const key = request.key ?? (format === "binary" ? "data" : undefined);
    if (key === undefined)
      return notFound(
        request,
        tell(SECRET_CODE.notFound, "{attribute}: key is expected: which value of the file?", {
          attribute: request.attribute,
        }),
      );
    const path = key.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));
    for (const document of result.value.documents) {
      const value = plainAt(document, path);
      if (value !== undefined)
        return { value: new Secret(value, `sops ${request.path}#${key}`), diagnostics: result.diagnostics };
    }
    return notFound(request, tell(SECRET_CODE.notFound, "{path} has no value at {key}", { path: request.path, key }));
  },
};
