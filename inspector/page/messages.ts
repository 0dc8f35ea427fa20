// What docs/message says of each code; the build puts it into the page, and it is unpacked when a message is shown.

type Pages = Readonly<Record<string, string>>;

let source: () => Pages = () => ({});
let pages: Pages | undefined;

export function messageSource(from: () => Pages): void {
  source = from;
}

export function messagePage(code: string | undefined): string | undefined {
  return code === undefined || code === "" ? undefined : (pages ??= source())[code];
}
