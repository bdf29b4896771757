/** A forked retcon, three ways: what was said, and what each of the pages that supersede it says instead. */
import {
  allEntries,
  type Canon,
  knownAt,
  LATEST,
  clippedFactsOf,
  type Retcon,
  touches,
  forkOf,
  idOf,
  type Known,
  canonWords,
  retconsBy,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Answered } from '../asked/answering';
import {
  headingLine,
  itemLine,
  type RichLine,
  link,
  type RichText,
  quoteLine,
  sectionLine,
  strong,
  textLine,
} from '../words/richText';
import { findEntryByName } from '../asked/question';
import { effectiveText, sourceText } from '../words/answerJson';
import { attributeName, entityName } from '../words/answerSentences';

export interface ForkQuestion {
  /** The page that is superseded twice, or one that supersedes it; all forks where left out. */
  readonly name?: string | undefined;
}

/** What one page says of one attribute of an entity. */
interface StatedByProng {
  readonly entity: string;
  readonly attribute: string;
  readonly values: readonly string[];
}

export function askFork(canon: Canon, { name }: ForkQuestion): Answered<'fork'> {
  const known = knownAt(canon, LATEST);
  let olds: Iterable<Entry> = allEntries(canon);
  if (name !== undefined) {
    const resolved = findEntryByName(known, name);
    if (!resolved.ok) return resolved;
    olds = [resolved.value, ...retconsBy(known, resolved.value).map(({ old }) => old)];
  }
  const forks = [...new Set(olds)].flatMap((old) => {
    const prongs = forkOf(known, old);
    return prongs.length > 0 ? [{ old, prongs }] : [];
  });
  const none = textLine('No page is superseded by two of which nothing says which one holds.');
  return {
    ok: true,
    json: { forks: forks.map(({ old, prongs }) => forkJson(known, old, prongs)) },
    prose: forks.length === 0 ? [none] : forks.flatMap(({ old, prongs }) => forkProse(known, old, prongs)),
  };
}

/** What an entry says of what a fork is about, in its order. */
function statedInFork(known: Known, entry: Entry, prongs: readonly Retcon[]): StatedByProng[] {
  const statedLines = new Map<string, StatedByProng & { values: string[] }>();
  for (const { entity, fact } of clippedFactsOf(known, entry)) {
    const attribute = fact.attribute.text;
    if (!prongs.some((retcon) => touches(known, retcon, entity, attribute))) continue;
    const key = `${entity}\n${attribute}`;
    const one = statedLines.get(key) ?? { entity, attribute, values: [] };
    one.values.push(fact.value.text);
    statedLines.set(key, one);
  }
  return [...statedLines.values()];
}

function forkJson(known: Known, old: Entry, prongs: readonly Retcon[]) {
  const page = (entry: Entry) => ({
    id: idOf(known, entry),
    title: entry.title,
    date: entry.date?.text ?? null,
    file: entry.path,
    canon: canonWords(known.canon, entry),
    says: statedInFork(known, entry, prongs),
  });
  return {
    superseded: page(old),
    by: prongs.map((retcon) => ({
      ...page(retcon.by),
      effective: effectiveText(retcon),
      reason: retcon.reason,
      sources: retcon.sources.map((source) => sourceText(known, source)),
    })),
  };
}

function forkProse(known: Known, old: Entry, prongs: readonly Retcon[]): RichText {
  const saying = (entry: Entry): RichLine[] => {
    const statedLines = statedInFork(known, entry, prongs).map(({ entity, attribute, values }) =>
      itemLine(`${attributeName(attribute)} of `, entityName(known, entity), ': ', strong(values.join(', '))),
    );
    return statedLines.length > 0 ? statedLines : [itemLine('It states no fact of this.')];
  };
  const dated = ({ date }: Entry): string => (date?.date ? `, ${date.text}` : '');
  return [
    headingLine(link(old), ` is superseded by ${prongs.length} pages`),
    ...sectionLine(`What was said${dated(old)}`, saying(old)),
    ...prongs.flatMap((retcon): RichLine[] => {
      const { by, effective, reason } = retcon;
      const canon = canonWords(known.canon, by);
      const when = effective === 'always' ? 'for all time' : `from ${effective.text} on`;
      return [
        { kind: 'section', parts: [link(by), `: ${when}${canon === null ? '' : ` (${canon})`}`] },
        ...saying(by),
        ...(reason === null ? [] : [quoteLine(reason)]),
      ];
    }),
  ];
}
