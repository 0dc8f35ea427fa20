import { expect, test } from "vitest";
import { escapeHtml, unescapeHtml } from "./escape.ts";
import { jsEscape, templateHtmlEscape } from "./template-escape.ts";

test("escape", () => {
  expect(escapeHtml("<a href=\"x\">'&'</a>")).toBe("&lt;a href=&#34;x&#34;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  expect(templateHtmlEscape("<\0>")).toBe("&lt;\ufffd&gt;");
  expect(jsEscape("'<a>=\\\u2028")).toBe("\\'\\u003Ca\\u003E\\u003D\\\\\\u2028");
});

test.each([
  ["&lt;&eacute;&#39;&#x1F600;", "<é'😀"],
  ["&notit; &copy &amp", "¬it; © &"],
  ["&NotEqualTilde;", "≂̸"],
  ["&#128;&#0;&#xD800;", "€\ufffd\ufffd"],
  ["&unknown; & &#;", "&unknown; & &#;"],
])("unescape %s", (s, want) => {
  expect(unescapeHtml(s)).toBe(want);
});
