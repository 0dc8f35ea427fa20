// The language server in a Worker: the first message brings catalog and files, all others are the protocol's.
import { packedCatalog } from "../../src/pipeline/index.ts";
import type { ReadModule } from "../../src/picture/index.ts";
import { servePort } from "../../src/language/index.ts";
import { readRegistry } from "./read-registry.ts";

export interface LanguageStart {
  readonly catalog: ArrayBuffer;
  readonly files: Readonly<Record<string, string>>;
  readonly modules?: Readonly<Record<string, ReadModule>>;
  readonly port: MessagePort;
}

export function serveLanguage(): void {
  const start = ({ data }: MessageEvent<LanguageStart>): void => {
    const catalog = packedCatalog(new Uint8Array(data.catalog), "/opmodel.dev");
    const { files, modules, port } = data;
    servePort(port, { catalog, files, ...(modules && { registry: readRegistry(modules) }) });
  };
  addEventListener("message", start, { once: true });
}
