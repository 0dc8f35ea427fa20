import { slugDigits, slugRanges, slugWords } from "./slug-table.ts";

/** A text for addresses: lower-case ASCII letters and digits, with single dashes between. */
export function slugify(text: string): string {
  let out = "";
  let dash = true;
  for (const char of text) {
    const c = char.codePointAt(0) as number;
    const spelling = c < 128 ? char : spell(c);
    for (let i = 0; i < spelling.length; i++) {
      const s = spelling.charCodeAt(i);
      const lower = s >= 65 && s <= 90 ? s + 32 : s;
      if ((lower >= 97 && lower <= 122) || (lower >= 48 && lower <= 57)) {
        out += String.fromCharCode(lower);
        dash = false;
      } else if (!dash) {
        out += "-";
        dash = true;
      }
    }
  }
  return out.endsWith("-") ? out.slice(0, -1) : out;
}

/** Korean syllables are put together from three parts, and so are their spellings. */
const hangulFirst = "g,gg,n,d,dd,r,m,b,bb,s,ss,,j,jj,c,k,t,p,h".split(",");
const hangulVowel = "a,ae,ya,yae,eo,e,yeo,ye,o,wa,wae,oe,yo,u,weo,we,wi,yu,eu,yi,i".split(",");
const hangulLast = ",g,gg,gs,n,nj,nh,d,l,lg,lm,lb,ls,lt,lp,lh,m,b,bs,s,ss,ng,j,c,k,t,p,h".split(",");

let tables: { readonly first: number; readonly last: number; readonly spellings: readonly string[] }[] | undefined;

/** How a character outside ASCII is written. Unknown ones are a dash. */
function spell(c: number): string {
  if (c >= 0xac00 && c <= 0xd7a3) {
    const i = c - 0xac00;
    const parts = [hangulFirst[Math.floor(i / 588)], hangulVowel[Math.floor(i / 28) % 21], hangulLast[i % 28]];
    return parts.join("");
  }
  tables ??= slugRanges.map(([first, last, codes]) => ({ first, last, spellings: decode(codes) }));
  for (const { first, last, spellings } of tables) {
    if (c >= first && c <= last) return spellings[c - first] ?? "-";
  }
  return "-";
}

/** Leading digits below this stand alone, below the next begin a pair, and above begin three. */
const single = 60;
const pair = 84;
const base = 89;

/** Reads indexes into the list of words; index 0 announces a run: its length in two digits, then a word. */
function decode(codes: string): string[] {
  const words = slugWords.replaceAll("\n", "").split(",");
  const digits = [...codes].map((char) => slugDigits.indexOf(char)).filter((digit) => digit >= 0);
  let at = 0;
  const next = (): number => digits[at++] as number;
  const index = (): number => {
    const lead = next();
    if (lead < single) return lead;
    if (lead < pair) return single + (lead - single) * base + next();
    return single + (pair - single) * base + (lead - pair) * base * base + next() * base + next();
  };
  const word = (i: number): string => {
    const text = words[i - 1] as string;
    return text === "_" ? "" : text;
  };
  const out: string[] = [];
  while (at < digits.length) {
    const i = index();
    if (i > 0) out.push(word(i));
    else {
      const count = next() * base + next();
      const text = word(index());
      for (let n = 0; n < count; n++) out.push(text);
    }
  }
  return out;
}
