/** What `rewrite` would do, fact by fact, for people and for scripts. */
import type { FactRow } from '../core/edits/refactor/factRow';
import type { WantedValue } from '../core/edits/refactor/restated';
import type { Rewrite } from '../core/edits/refactor/rewrite';
import type { CheckedProblem } from '../core/rules/check';
import { jsonText, onOneLine } from '../core/text/visibleText';
import { diagnosticsJson, type RangeOf, rangesOf } from '../core/tools/words/problemsJson';
import { countedNoun, placeLines, problemLines } from './print';

/** What was asked, as the canon understands it. */
export interface RewriteRequest extends WantedValue {
  readonly canon: string | null;
  readonly reason: string;
}

export interface RewritePreview {
  readonly asked: RewriteRequest;
  readonly change: Rewrite;
  readonly textOf: (file: string) => string | null;
  readonly hasColour: boolean;
}

export function previewText({ asked, change, textOf, hasColour }: RewritePreview): string {
  const { creates, rewritten, leftAlone, problems } = change;
  const rangeOf = rangesAfter(change, textOf);
  const row = ({ file, span, entity, attribute, value }: FactRow, words: string) => ({
    file,
    span,
    words: onOneLine(`${entity}.${attribute}: ${value}${words}`),
  });
  const facts = rewritten.map((one) => row(one, ` → ${one.to}${stretch(one)}`));
  const rest = leftAlone.map((one) => row(one, `${stretch(one)}: ${one.because}`));
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? [title, ...lines, ''] : [];
  const when = asked.from ? `from ${asked.from.text} on` : 'always, as if it had never been otherwise';
  const decided = asked.canon === null ? '' : `; decided in ${asked.canon}`;
  const lines = [
    ...section(
      onOneLine(`${asked.old.text} becomes ${asked.value.text}, ${when}${decided}`),
      placeLines(facts, rangeOf, hasColour),
    ),
    ...section('Left alone', placeLines(rest, rangeOf, hasColour)),
    ...section('What check will say of it', problemLines(problems.filter(isNews), rangeOf, hasColour)),
    ...creates.map(({ file }) => {
      const own = rewritten.filter(({ by }) => by === file);
      const files = new Set(own.map((one) => one.file));
      return onOneLine(
        `New: ${file}, a retcon of ${countedNoun(own.length, 'fact')} in ${countedNoun(files.size, 'file')}.`,
      );
    }),
  ];
  return `${lines.join('\n')}\n`;
}

/** An author who gives no reason knows that. */
const isNews = ({ problem: { code } }: CheckedProblem): boolean => code !== 'supersedes/missing-reason';

const stretch = ({ from, until }: FactRow): string =>
  `${from === null ? '' : `, from ${from}`}${until === null ? '' : `, until ${until}`}`;

/** New files are included. */
const rangesAfter = ({ creates }: Rewrite, textOf: RewritePreview['textOf']): RangeOf =>
  rangesOf((file) => creates.find((one) => one.file === file)?.text ?? textOf(file));

export function previewJson({ asked, change, textOf }: RewritePreview, isWritten: boolean): string {
  const rangeOf = rangesAfter(change, textOf);
  const json = {
    old: asked.old.text,
    new: asked.value.text,
    effective: asked.from?.text ?? 'always',
    canon: asked.canon,
    reason: asked.reason === '' ? null : asked.reason,
    facts: change.rewritten.map(({ file, span, to, ref, by, ...fact }) => {
      return { file, range: rangeOf(file, span), ...fact, new: to, ref, by };
    }),
    left_alone: change.leftAlone.map(({ file, span, ...fact }) => ({ file, range: rangeOf(file, span), ...fact })),
    diagnostics: diagnosticsJson(change.problems, rangeOf),
    creates: change.creates,
    written: isWritten,
  };
  return `${jsonText(json)}\n`;
}
