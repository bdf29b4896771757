/** The messages of pages: English, or their translations from the editor. */

let bundle: Readonly<Record<string, string>> = {};

/** @param translated each message under its English words, as in a bundle of VS Code */
export function speakFrom(translated: Readonly<Record<string, string>>): void {
  bundle = translated;
}

/** A message, with values for `{0}`, `{1}` … in it. */
export const t = (message: string, ...given: readonly (string | number)[]): string =>
  (bundle[message] ?? message).replace(/\{(\d)\}/g, (whole, at: string) => String(given[Number(at)] ?? whole));
