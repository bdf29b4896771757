/** What codex.yaml says that can't be meant; most of it is found while reading it, unknown codes of rules only here. */
import type { Problem } from '../../text/problem';
import type { Span } from '../../text/span';
import { nearest } from '../../text/nearNames';
import { quoted } from '../../text/wordLists';
import { CODEX_FILE } from '../../codex/codexShapes';

export const CONFIG_INVALID = { code: 'config/invalid', severity: 'error' } as const;

/** The codes named under `rules` that no rule has. */
export function unknownCodes(
  written: readonly { readonly text: string; readonly span: Span }[],
  codes: Iterable<string>,
): Problem[] {
  const known = new Set(codes);
  return written.flatMap(({ text, span }) => {
    if (known.has(text)) return [];
    const near = nearest(text, known);
    const { code } = CONFIG_INVALID;
    if (near === null)
      return [
        {
          code,
          span,
          message: `There is no rule ${quoted(text)}: write its code as it stands in the problem, like link/unknown.`,
        },
      ];
    const edits = [{ file: CODEX_FILE, span, text: near }];
    return [
      {
        code,
        span,
        message: `There is no rule ${quoted(text)}. Did you mean ${near}?`,
        fixes: [{ title: `Change to ${near}`, edits }],
      },
    ];
  });
}
