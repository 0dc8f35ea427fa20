import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toBase64, toHex, utf8 } from "./bytes.ts";
import { placeText } from "../source/index.ts";
import { base64Needles } from "./needles.ts";
import { Redactor } from "./redactor.ts";
import { isSecret, reveal, sameSecret, Secret } from "./secret.ts";

const redactor = (...texts: string[]) => {
  const r = new Redactor();
  for (const text of texts) r.add(new Secret(text, "test"));
  return r;
};
const CANARY = "pa\"ss'w&rd <7Z> é/+~\\q$";

describe("Secret (SEC-7)", () => {
  const secret = new Secret("hunter2-value", "env X");
  test("prints as a mask everywhere", () => {
    const shown = [
      `${secret}`,
      String(secret),
      secret + "",
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ a: [secret] }, { showHidden: true, depth: 9 }),
      Object.entries(secret).join(),
      JSON.stringify(Object.getOwnPropertyDescriptors(secret)),
      secret.toLocaleString(),
    ];
    for (const text of shown) expect(text).not.toContain("hunter2");
    expect(`${secret}`).toBe("***");
  });
  test("gives its text to reveal alone", () => {
    expect(reveal(secret)).toBe("hunter2-value");
    expect(() => reveal(structuredClone({ ...secret }) as Secret)).toThrow("not a secret");
    expect(isSecret(secret)).toBe(true);
    expect(sameSecret(secret, new Secret("hunter2-value", "elsewhere"))).toBe(true);
  });
});

describe("Redactor (SEC-7)", () => {
  test("known offset needles", () => {
    expect(base64Needles(utf8("hunter2"))).toEqual(["aHVudGVyM", "h1bnRlcj", "odW50ZXIy"]);
  });

  const json = JSON.stringify(CANARY).slice(1, -1);
  test.each([
    ["raw", CANARY],
    ["base64", toBase64(utf8(CANARY))],
    ["base64 url-safe", toBase64(utf8(CANARY)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")],
    ["base64 twice", toBase64(utf8(toBase64(utf8(CANARY))))],
    ["base64 inside JSON", toBase64(utf8(`{"auth":"${json}"}`)).slice(4, -4)],
    ["hex", toHex(utf8(CANARY))],
    ["HEX", toHex(utf8(CANARY)).toUpperCase()],
    ["encodeURIComponent", encodeURIComponent(CANARY)],
    ["form encoding", new URLSearchParams({ a: CANARY }).toString().slice(2)],
    ["JSON", json],
    ["Go JSON", json.replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)],
    ["JSON in JSON", JSON.stringify(json).slice(1, -1)],
    ["YAML single quotes", CANARY.replaceAll("'", "''")],
    [
      "HTML",
      CANARY.replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;"),
    ],
    ["shell", CANARY.replaceAll("'", "'\\''")],
    ["JSON pointer", CANARY.replaceAll("~", "~0").replaceAll("/", "~1")],
  ])("%s", (_, form) => {
    const text = redactor(CANARY).redact(`before ${form} after`);
    expect(text).toMatch(/^before .*\*\*\*.* after$/);
    expect(text).not.toContain(form);
    expect(text.length).toBeLessThan(40);
  });

  test("folded over lines", () => {
    const b64 = toBase64(utf8(CANARY.repeat(4)));
    const folded = `data: >\n  ${b64.match(/.{1,20}/g)!.join("\n  ")}\nrest`;
    expect(redactor(CANARY.repeat(4)).redact(folded)).toMatch(/^data: >\n  \*\*\*=*\nrest$/);
    const diff = CANARY.repeat(4)
      .match(/.{1,20}/gs)!
      .map((l) => `+ ${l}`)
      .join("\n");
    expect(redactor(CANARY.repeat(4)).redact(diff)).toBe("+ ***");
  });

  test("cut short by an ellipsis", () => {
    for (const end of ["…", "..."]) {
      expect(redactor(CANARY).redact(`says "${CANARY.slice(0, 7)}${end} and more`)).toBe(`says "***${end} and more`);
      expect(redactor(CANARY).redact(`${toBase64(utf8(CANARY)).slice(0, 8)}${end}`)).toBe(`***${end}`);
    }
    expect(redactor(CANARY).redact(`${CANARY.slice(0, 3)}…`)).toBe(`${CANARY.slice(0, 3)}…`);
  });

  test("lines of a multi-line secret", () => {
    expect(
      redactor("-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----\n").redact("bad line MIIEvQIBADANBg here"),
    ).toBe("bad line *** here");
  });

  test("short values: whole words only; too weak ones are reported, not searched", () => {
    const r = redactor("ab1c", "xyz", "admin");
    expect(r.redact("ab1c ab1cd xyz admin YWIxYw==")).toBe("*** ab1cd xyz admin ***");
    expect(r.weak).toEqual(["test", "test"]);
  });

  test("a diagnostic is safe before a frame cuts it, and keeps its places", () => {
    const text = `a: 1\nlong: "${"x".repeat(60)}${CANARY}${"y".repeat(60)}" # end\n`;
    const at = text.indexOf("# end");
    const d = redactor(CANARY).diagnostic({
      code: "OPM0000",
      severity: "error",
      message: `bad ${CANARY}`,
      args: { v: CANARY, n: 1 },
      notes: [CANARY],
      hint: CANARY,
      path: "a",
      places: [{ file: { name: "f", text }, span: { start: at, end: at + 5 }, label: CANARY }],
    });
    expect(JSON.stringify(d)).not.toContain("7Z");
    expect(placeText(d.places![0]!)).toBe(placeText({ file: { name: "f", text }, span: { start: at, end: at } }));
    expect(d.places![0]!.file.text.length).toBe(text.length);
  });

  test("longest wins, overlaps leave nothing", () => {
    expect(redactor("supersecret", "supersecret-extended").redact("x supersecret-extended y")).toBe("x *** y");
    expect(redactor("abcdefgh", "efghijkl").redact("abcdefghijkl")).toBe("***");
  });

  test("property: any embedding in base64 is hidden", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 9 }),
        fc.string({ minLength: 8, maxLength: 40, unit: "grapheme-ascii" }),
        fc.uint8Array({ maxLength: 9 }),
        (a, secret, b) => {
          fc.pre(secret.trim().length >= 8 && redactor(secret).weak.length === 0);
          const whole = toBase64(new Uint8Array([...a, ...utf8(secret), ...b]));
          const needles = base64Needles(utf8(secret));
          const out = redactor(secret).redact(whole);
          for (const needle of needles) expect(out).not.toContain(needle);
          expect(out).toContain("***");
        },
      ),
      { numRuns: 300 },
    );
  });

  test("property: a stream hides what the whole hides, wherever it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(CANARY, " text\n", encodeURIComponent(CANARY), "plain words ", CANARY.slice(0, 9)), {
          maxLength: 30,
        }),
        fc.array(fc.nat(40)),
        (parts, cuts) => {
          const text = parts.join(" ");
          const r = redactor(CANARY);
          let out = "";
          const stream = r.stream((piece) => (out += piece));
          let at = 0;
          for (const cut of cuts) {
            stream.push(text.slice(at, at + cut));
            at += cut;
          }
          stream.push(text.slice(at));
          stream.end();
          expect(out).toBe(r.redact(text));
        },
      ),
      { numRuns: 300 },
    );
  });
});
