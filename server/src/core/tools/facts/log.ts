/** Lists every retcon in canon order with its reason, and shows forks: pages that several others supersede. */
import {
  allEntries,
  type Canon,
  knownAt,
  LATEST,
  type Retcon,
  type Known,
  retconsSince,
  clippedFactsOf,
  touches,
  forkOf,
  idOf,
  canonWords,
  retconsBy,
} from '../../canon';
import { ERRATA_FILE, type Erratum, readErrata } from '../../codex/errata';
import { type Answered, type AskSurroundings, type Given, nextJson, nextWords, partOf } from '../asked/answering';
import {
  headingLine,
  itemLine,
  type RichLine,
  sectionLine,
  textLine,
  link,
  type RichText,
  quoteLine,
  strong,
} from '../words/richText';
import { readCanonPointParam, findEntryByName } from '../asked/question';
import { retconJson, effectiveText, sourceText } from '../words/answerJson';
import { retconLines } from '../words/answerSentences';
import { attributeName, entityName } from '../words/names';
import type { Entry } from '../../entry/entry';

/** Yields after each entry and each retcon. */
export function* logSteps(
  canon: Canon,
  given: Given,
  { commits, textOf }: AskSurroundings,
): Generator<void, Answered<'log'>> {
  const point = readCanonPointParam(canon, given.since, commits);
  if (!point.ok) return point;
  const now = knownAt(canon, LATEST);
  const before = given.since === undefined ? null : knownAt(canon, point.value);
  const retcons = yield* retconsSince(now, before);
  const since = before ? ` since ${point.value.text}` : '';
  const count = retcons.length === 1 ? '1 retcon' : `${retcons.length} retcons`;
  const part = partOf(retcons, (one) => [one.by.path, one.old.path, one.kind].join(' '), given);
  if (!part.ok) return part;
  const { items, isFirst } = part.value;
  const errata = isFirst ? readErrata(textOf(ERRATA_FILE)).errata : [];
  const lines: RichLine[] = [];
  for (const retcon of items) {
    lines.push(...retconLines(now, retcon));
    yield;
  }
  return {
    ok: true,
    // The sides of each retcon take long to compute, and the caller may not read them.
    get json() {
      return {
        retcons: items.map((retcon) => retconJson(now, retcon)),
        errata: errata.map(erratumJson),
        ...nextJson(part.value),
      };
    },
    prose: [
      headingLine(`${count}${since}`),
      ...(retcons.length === 0 ? [textLine(`Nothing has been retconned${since}.`)] : []),
      ...lines,
      ...nextWords(part.value),
      ...sectionLine(
        errata.length === 1 ? 'One slip of the pen' : `${errata.length} slips of the pen`,
        errata.map(erratumLine),
      ),
    ],
  };
}

export const erratumJson = ({ entity, attribute, was, is, reason }: Erratum) => ({
  entity,
  attribute,
  was: was.text,
  is: is.text,
  reason,
});

/** `motto of keep: was "we endrue", is "we endure" (typo)`. */
export const erratumLine = ({ entity, attribute, was, is, reason }: Erratum): RichLine =>
  itemLine(
    `${attributeName(attribute)} of ${entity}: was "${was.text}", is "${is.text}"${reason === null ? '' : ` (${reason})`}`,
  );

/** What one page states of one attribute of an entity. */
interface StatedByProng {
  readonly entity: string;
  readonly attribute: string;
  readonly values: readonly string[];
}

/** A forked retcon in three columns: what was stated, and what each superseding page states instead. */
export function askFork(canon: Canon, { name }: Given): Answered<'fork'> {
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
  const none = textLine('No two pages supersede the same one without saying which of them holds.');
  return {
    ok: true,
    json: { forks: forks.map(({ old, prongs }) => forkJson(known, old, prongs)) },
    prose: forks.length === 0 ? [none] : forks.flatMap(({ old, prongs }) => forkProse(known, old, prongs)),
  };
}

/** The facts of an entry that concern the fork, in the order of the entry. */
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
    return statedLines.length > 0 ? statedLines : [itemLine('It states no fact about this.')];
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
