/** What `retcon share` tells its author: what is newly visible, what no longer is, and what is left out and why. None of it is written. */
import type { Edition } from '../core/edition/edition';
import { onOneLine } from '../core/text/visibleText';
import type { EditionPlan, FileChange } from '../workspace/editionFolder';
import { countedNoun } from './print';

/** So many files or lines are named of each sort. */
const MOST = 12;

/** The lines of a page that it did not have before. */
function newLines({ before, content }: FileChange): readonly string[] {
  if (typeof content !== 'string') return [];
  const known = new Set(new TextDecoder().decode(before).split('\n'));
  return content.split('\n').filter((line) => line.trim() !== '' && !known.has(line));
}

export function shareText(plan: EditionPlan, edition: Edition, hasColour: boolean): string {
  const { readership, pages, pictures, parts } = edition;
  const { knower, until, point } = readership;
  const strong = (words: string): string => (hasColour ? `\u001b[1m${words}\u001b[0m` : words);
  const shown = [
    countedNoun(pages.length, 'page'),
    ...(pictures.length > 0 ? [countedNoun(pictures.length, 'picture')] : []),
  ];
  const lines = [`What ${knower} may know at ${until.text}, as of ${point.text}: ${shown.join(' and ')}.`];
  const section = (title: string, rows: readonly string[], most = MOST): void => {
    if (rows.length === 0) return;
    lines.push('', strong(title), ...rows.slice(0, most).map((row) => `  ${row}`));
    if (rows.length > most) lines.push(`  and ${rows.length - most} more`);
  };
  section('Newly visible', [...plan.added.keys()]);
  const grown = plan.changed.flatMap((change) => {
    const fresh = newLines(change);
    return fresh.length === 0 ? [] : [change.file, ...fresh.slice(0, 3).map((line) => `  ${line}`), ...more(fresh, 3)];
  });
  section('Newly visible in pages that were there', grown, MOST * 3);
  const shrunk = plan.changed.filter((change) => newLines(change).length === 0).map(({ file }) => file);
  section('Less is visible in', shrunk);
  section('No longer to be seen, and removed', plan.removed);
  const reasons = new Map<string, string[]>();
  for (const { file, why } of edition.leftOut) reasons.set(why, [...(reasons.get(why) ?? []), file]);
  section(
    'Left out, which is told to you alone',
    [...reasons].map(([why, files]) => `${why}: ${listed(files)}`),
  );
  section('Left out of pages that are shared', [
    ...counted(edition, 'facts', 'fact'),
    ...counted(edition, 'secrets', 'secret in the prose'),
    ...counted(edition, 'comments', 'comment'),
    ...counted(edition, 'links', 'link to what is hidden'),
    ...(parts.some(({ keys }) => keys.length > 0)
      ? [
          `keys that are not known to be for readers: ${listed([...new Set(parts.flatMap(({ keys }) => keys))])} (see shared_keys)`,
        ]
      : []),
    ...parts.flatMap(({ file, pictures: some }) => some.map((one) => `the picture ${one} in ${file}`)),
  ]);
  return `${lines.map(onOneLine).join('\n')}\n\n`;
}

const more = (all: readonly unknown[], shown: number): string[] =>
  all.length > shown ? [`  and ${all.length - shown} more lines`] : [];

const listed = (names: readonly string[]): string =>
  names.length > MOST ? `${names.slice(0, MOST).join(', ')} and ${names.length - MOST} more` : names.join(', ');

function counted({ parts }: Edition, what: 'facts' | 'secrets' | 'comments' | 'links', noun: string): string[] {
  const some = parts.filter((part) => part[what] > 0);
  const n = some.reduce((sum, part) => sum + part[what], 0);
  return n === 0 ? [] : [`${countedNoun(n, noun)}: ${listed(some.map(({ file }) => file))}`];
}

export function shareJson(plan: EditionPlan, edition: Edition, isWritten: boolean): string {
  const { knower, until, point } = edition.readership;
  const json = {
    for: knower,
    at: until.text,
    as_of: point.text,
    pages: edition.pages.map(({ path }) => path),
    pictures: edition.pictures.map(({ path }) => path),
    added: [...plan.added.keys()],
    changed: plan.changed.map((change) => ({ file: change.file, lines: newLines(change) })),
    removed: plan.removed,
    left_out: edition.leftOut,
    parts_left_out: edition.parts,
    written: isWritten,
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}
