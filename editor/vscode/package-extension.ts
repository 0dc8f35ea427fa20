// Packs the extension: npm run -s editor:vscode. The file is a zip with a manifest, which VS Code installs as it is.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { nodeDeflate } from "../../src/host/node-zip.ts";
import { writeZip } from "../../src/registry/index.ts";

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: string;
  readonly publisher: string;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly engines: { readonly vscode: string };
}

/** The archive's files by name. */
export async function extensionFiles(folder: string): Promise<Map<string, Uint8Array>> {
  const bundled = await build({
    entryPoints: [join(folder, "src/extension.ts")],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    minify: true,
    write: false,
    logLevel: "error",
  });
  const read = (name: string): Uint8Array => readFileSync(join(folder, name));
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const text = (content: string): Uint8Array => new TextEncoder().encode(content);
  return new Map([
    ["[Content_Types].xml", text(contentTypes)],
    ["extension.vsixmanifest", text(vsixManifest(manifest))],
    ["extension/package.json", read("package.json")],
    ["extension/README.md", read("README.md")],
    ["extension/LICENSE.txt", readFileSync(join(folder, "../../LICENSE"))],
    ["extension/dist/extension.js", bundled.outputFiles[0]!.contents],
    ["extension/syntaxes/opm.tmLanguage.json", read("syntaxes/opm.tmLanguage.json")],
  ]);
}

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="json" ContentType="application/json"/><Default Extension="js" ContentType="application/javascript"/><Default Extension="md" ContentType="text/markdown"/><Default Extension="txt" ContentType="text/plain"/><Default Extension="vsixmanifest" ContentType="text/xml"/></Types>
`;

function vsixManifest({
  name,
  displayName,
  description,
  version,
  publisher,
  categories,
  keywords,
  engines,
}: Manifest): string {
  const asset = (type: string, path: string): string => `<Asset Type="${type}" Path="${path}" Addressable="true"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
<DisplayName>${displayName}</DisplayName>
<Description xml:space="preserve">${description}</Description>
<Tags>${keywords.join(",")}</Tags>
<Categories>${categories.join(",")}</Categories>
<Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/></Properties>
<License>extension/LICENSE.txt</License>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>${asset("Microsoft.VisualStudio.Code.Manifest", "extension/package.json")}${asset("Microsoft.VisualStudio.Services.Content.Details", "extension/README.md")}${asset("Microsoft.VisualStudio.Services.Content.License", "extension/LICENSE.txt")}</Assets>
</PackageManifest>
`;
}

/** Writes the package and answers with its path. */
export async function packExtension(folder: string, out: string): Promise<string> {
  const files = await extensionFiles(folder);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  mkdirSync(out, { recursive: true });
  const path = join(out, `opm-${version}.vsix`);
  writeFileSync(
    path,
    writeZip(
      [...files].map(([name, content]) => ({ name, content })),
      nodeDeflate,
    ),
  );
  return path;
}

if (process.argv[1]?.endsWith("package-extension.ts") === true)
  console.log(await packExtension(join(process.cwd(), "editor/vscode"), join(process.cwd(), "dist")));
