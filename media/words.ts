/** The words of pages that speak for themselves: English, and whatever the editor has them translated to. */

let bundle: Readonly<Record<string, string>> = {};

/** @param translated each message under its English words, as VS Code hands a bundle out */
export function speakFrom(translated: Readonly<Record<string, string>>): void {
  bundle = translated;
}

/** A message, with what stands for `{0}`, `{1}` … in it. */
export const t = (message: string, ...given: readonly (string | number)[]): string =>
  (bundle[message] ?? message).replace(/\{(\d)\}/g, (whole, at: string) => String(given[Number(at)] ?? whole));
