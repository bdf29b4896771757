/** The words that the client says, as they stand in its sources: what is to be translated. */

/** `t('…'`, up to the first text. */
const SAID = /(?<![\w.$])(?:vscode\.)?(?:l10n\.)?t\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")?\s*([^])/g;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** Every message of a source, in its order. One that is put together where it is said could not be translated: null. */
export const messagesIn = (source: string): (string | null)[] =>
  [...source.matchAll(SAID)].map(([, single, double, next]) => {
    const text = single ?? double;
    if (text === undefined || (next !== ',' && next !== ')')) return null;
    return text.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
  });

/** What translators start from, as VS Code has it: each message under itself. */
export function bundleOf(sources: readonly string[]): string {
  const messages = sources.flatMap(messagesIn).filter((message) => message !== null);
  const sorted = [...new Set(messages)].sort();
  return `${JSON.stringify(Object.fromEntries(sorted.map((message) => [message, message])), null, 2)}\n`;
}
