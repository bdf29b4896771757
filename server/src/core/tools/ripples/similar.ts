/** Lists entries that tell nearly the same, each pair with what it shares and what it states otherwise (model §15). */
import { type Canon, entityOfFact, idOf, type Known, knownAt, LATEST } from '../../canon';
import type { Entry } from '../../entry/entry';
import { type NearDuplicate, nearDuplicateSteps } from '../../ripples';
import type { Answered, AskSurroundings, Given } from '../asked/answering';
import { findEntryByName } from '../asked/question';
import { attributeName } from '../words/names';
import { headingLine, itemLine, link, quoteLine, type RichLine, textLine } from '../words/richText';

/** With the name of an entry, only what is like it. */
export function* similarAnswer(
  canon: Canon,
  { name }: Given,
  { textOf }: AskSurroundings,
): Generator<void, Answered<'similar'>> {
  const known = knownAt(canon, LATEST);
  let entry: Entry | null = null;
  if (name !== undefined) {
    const found = findEntryByName(known, name);
    if (!found.ok) return found;
    entry = found.value;
  }
  const all = yield* nearDuplicateSteps(known, textOf);
  const pairs = all.filter(({ entries }) => entry === null || entries.includes(entry));
  return {
    ok: true,
    json: { pairs: pairs.map((pair) => pairJson(known, pair)) },
    prose: [
      headingLine(
        pairs.length === 1
          ? '1 pair of pages says nearly the same'
          : `${pairs.length} pairs of pages say nearly the same`,
      ),
      ...(pairs.length === 0 ? [textLine('No two pages say nearly the same.')] : []),
      ...pairs.flatMap((pair) => renderPair(known, pair)),
    ],
  };
}

function pairJson(known: Known, { entries, fuller, score }: NearDuplicate) {
  const [a, b] = entries;
  return {
    entries: [idOf(known, a), idOf(known, b)] as [string, string],
    fuller: idOf(known, fuller),
    score: Math.round(score * 1000) / 1000,
    ...compareFacts(known, entries, fuller),
  };
}

/** The facts of both pages by attribute: how many both state, and which attributes they state otherwise. */
function compareFacts(known: Known, [a, b]: NearDuplicate['entries'], fuller: Entry) {
  const attributes = [...new Set([...a.facts, ...b.facts].map(({ attribute }) => attribute.text))].sort();
  let count = 0;
  const differing = attributes.flatMap((attribute) => {
    const factsOf = (entry: Entry) => entry.facts.filter((fact) => fact.attribute.text === attribute);
    const [of, other] = [a, b].map((entry) => [...new Set(factsOf(entry).map(({ value }) => value.text))]) as [
      string[],
      string[],
    ];
    const both = of.filter((value) => other.includes(value)).length;
    count += both;
    if (both === of.length && both === other.length) return [];
    const page = [fuller, a, b].find((entry) => factsOf(entry).length > 0) ?? a;
    const [fact] = factsOf(page);
    return fact ? { entity: entityOfFact(known, page, fact), attribute, values: [of, other] } : [];
  });
  return { shared_facts: count, differing_facts: differing };
}

function renderPair(known: Known, pair: NearDuplicate): RichLine[] {
  const [a, b] = pair.entries;
  const { differing_facts: differing } = compareFacts(known, pair.entries, pair.fuller);
  const words = differing.map(
    ({ attribute, values: [of = [], other = []] }) =>
      `${attributeName(attribute)}: ${of.join(', ') || 'nothing'} and ${other.join(', ') || 'nothing'}`,
  );
  return [
    itemLine(
      link(a),
      ' and ',
      link(b),
      `, ${Math.round(pair.score * 100)}% in common; `,
      link(pair.fuller),
      ' is the fuller one',
    ),
    ...words.map((text) => quoteLine(text)),
  ];
}
