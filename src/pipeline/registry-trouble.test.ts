import { expect, test } from "vitest";
import { registryTrouble } from "./registry-trouble.ts";

test.each([
  ["GET http://localhost:1/v2/x/tags/list?n=1000: dial tcp localhost:1: connect: connection refused", "unreachable"],
  ["cannot fetch a.example/b@v0.1.0: HEAD https://r.example/v2/: connection closed early", "unreachable"],
  ["503 Service Unavailable", "unreachable"],
  ["401 Unauthorized: unauthorized: authentication required", "refused"],
  ["404 Not Found: name unknown", undefined],
  ["cannot find module providing package a.example/b", undefined],
])("PIPE-9: %s", (message, trouble) => expect(registryTrouble(message)).toBe(trouble));
