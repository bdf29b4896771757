/** A succession in words: a row for each holder and each gap. */
import { someOf } from '../../codex/survey/keyUses';
import type { Succession } from '../../picture/shapes/successionShape';
import { type Reign, successionTable } from '../../picture/succession/successionTable';
import { attributeName } from '../words/answerSentences';
import { headingLine, itemLine, type RichText, textLine } from '../words/richText';

/** In a council of hundreds everyone sits beside everyone. */
const MOST_NAMES = 5;

/** Nobody reads a longer list. */
const MOST_ROWS = 500;

export function successionText(succession: Succession): RichText {
  const { title, attribute, as_of, points } = succession;
  const rows = successionTable(succession, Math.max(points.length - 1, 0), MOST_NAMES + 1);
  const asOf = as_of === 'latest' ? '' : `, as of ${as_of}`;
  const heading = headingLine(`${attributeName(attribute)} of ${title}${asOf}`);
  if (rows.length === 0) return [heading, textLine('Nobody and nothing is told there.')];
  const cells = rows
    .slice(0, MOST_ROWS)
    .map((row) =>
      row.kind === 'gap'
        ? ['', '—', stretchWords(row.from, row.until), 'nobody named']
        : [
            row.number === null ? '' : String(row.number),
            row.span.title,
            stretchWords(row.span.from, row.span.until),
            remarks(row),
          ],
    );
  const widthOf = (column: number): number => cells.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
  const widths = [widthOf(0), widthOf(1), widthOf(2)];
  return [
    heading,
    ...cells.map((row) =>
      itemLine(
        row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd(),
      ),
    ),
    ...(rows.length > MOST_ROWS
      ? [textLine(`And ${rows.length - MOST_ROWS} more: --format json has all of them.`)]
      : []),
  ];
}

const stretchWords = (from: string | null, until: string | null): string =>
  [from === null ? '' : `from ${from}`, until === null ? '' : `until ${until}`].join(' ').trim() || 'undated';

function remarks({ age, beside, besideCount, span }: Reign): string {
  return [
    ...(age === null ? [] : [`aged ${age}`]),
    ...(span.is_soft ? ['both versions stand'] : span.is_disputed ? ['disputed'] : []),
    ...(besideCount > 0 && !span.is_disputed ? [`at the same time as ${someOf(beside, MOST_NAMES, besideCount)}`] : []),
  ].join('; ');
}
