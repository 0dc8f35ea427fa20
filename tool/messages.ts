// npm run -s messages
// Writes what the source knows of messages from docs/message; tidy refuses files that are not what this would write.
import { writeFileSync } from "node:fs";
import { commonHints, readPages } from "./message/read-pages.ts";
import { writeTables } from "./message/write-tables.ts";
import { findingText } from "./tidy.ts";
import { readTree } from "./tidy/tree.ts";

const tree = readTree(process.cwd());
const { pages, findings } = readPages(tree);
for (const finding of findings) console.log(findingText(finding));
if (findings.length > 0) process.exitCode = 1;
else for (const [path, text] of writeTables(pages, commonHints(tree))) writeFileSync(path, text);
