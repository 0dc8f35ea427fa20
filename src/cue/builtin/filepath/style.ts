/** How an operating system spells paths. */
export interface PathStyle {
  readonly separator: string;
  readonly listSeparator: string;
  readonly windows: boolean;
  isSeparator(c: string | undefined): boolean;
  isAbsolute(path: string): boolean;
  /** Length of a leading `C:` or `\\server\share`. */
  volumeLength(path: string): number;
  sameWord(a: string, b: string): boolean;
}

const isSlash = (c: string | undefined): boolean => c === "/";

const unix: PathStyle = {
  separator: "/",
  listSeparator: ":",
  windows: false,
  isSeparator: isSlash,
  isAbsolute: (p) => p.startsWith("/"),
  volumeLength: () => 0,
  sameWord: (a, b) => a === b,
};

const plan9: PathStyle = { ...unix, listSeparator: "\0", isAbsolute: (p) => p.startsWith("/") || p.startsWith("#") };

const isEitherSlash = (c: string | undefined): boolean => c === "/" || c === "\\";
const RESERVED = /^(?:CON|PRN|AUX|NUL|COM[1-9]|LPT[1-9])$/i;
/** A share: two slashes, a server, one slash, a name that begins with no dot. */
const SHARE = /^[\\/]{2}[^\\/.][^\\/]*[\\/][^\\/.][^\\/]*/;

const windows: PathStyle = {
  separator: "\\",
  listSeparator: ";",
  windows: true,
  isSeparator: isEitherSlash,
  isAbsolute(p) {
    if (RESERVED.test(p)) return true;
    const n = windowsVolume(p);
    return n > 0 && isEitherSlash(p[n]);
  },
  volumeLength: windowsVolume,
  sameWord: (a, b) => a.toLowerCase() === b.toLowerCase(),
};

function windowsVolume(p: string): number {
  if (/^[A-Za-z]:/.test(p)) return 2;
  return p.length >= 5 ? (SHARE.exec(p)?.[0].length ?? 0) : 0;
}

/** Every system but these two follows unix. */
export function pathStyle(os: string): PathStyle {
  return os === "windows" ? windows : os === "plan9" ? plan9 : unix;
}
