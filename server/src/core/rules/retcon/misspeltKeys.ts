/** A page whose facts are there still, but under another key, or of another entity: told at what was changed, and what to write again. */
import { entityNamed, entityOfFact, idOf } from '../../canon';
import { keyOf } from '../../codex/codex';
import type { Entry, Fact } from '../../entry/entry';
import { isSlip } from '../../text/nearNames';
import type { Span } from '../../text/span';
import { nameSpan } from '../relatedPlaces';
import { isSameMeaning } from './changedAnswers';
import { type Compared, type ComparedFinding, relatedInBaseline } from './baselineComparison';
import { renderFactName } from './factNames';
import type { Silenced } from './silencedFacts';

interface ReportedOnce {
  readonly findings: readonly ComparedFinding[];
  /** What they speak for. */
  readonly reported: ReadonlySet<Silenced>;
}

/** In shorter keys a slip is as likely another word. */
const SHORTEST_KEY = 4;

const NOTHING: ReportedOnce = { findings: [], reported: new Set() };

/** A page that spoke of something else, and now speaks of itself, or of a third. */
export function lostEntity(compared: Compared, was: Entry, is: Entry, silenced: readonly Silenced[]): ReportedOnce {
  const { baseline, now, point } = compared;
  const { entity } = was;
  if (!entity || entityNamed(baseline, entity.text) === entityNamed(now, is.entity?.text ?? '')) return NOTHING;
  const own = silenced.filter(
    ({ fact, instead }) => fact.entity === null && !instead && is.facts.some((one) => isAlike(one, fact)),
  );
  if (own.length === 0) return NOTHING;
  const of = is.entity ? `of ${is.entity.text}` : 'of itself';
  const facts = own.map(({ fact }) => fact.attribute.text);
  const message = `${idOf(now, is)} spoke of ${entity.text} as of ${point}, and speaks ${of} now: ${entity.text} has lost its ${[...new Set(facts)].join(', ')}. Write \`entity: ${entity.text}\` again.`;
  const related = [relatedInBaseline(compared, was, entity.span, `it speaks of ${entity.text}`)];
  const span = is.entity?.span ?? nameSpan(is);
  return { findings: [{ file: is.path, finding: { span, message, related } }], reported: new Set(own) };
}

const isAlike = (a: Fact, b: Fact): boolean =>
  a.entity === null && keyOf(a.attribute.text) === keyOf(b.attribute.text) && a.value.text === b.value.text;

/** Facts whose key is spelled as nobody reads it, or as another attribute with the same value. */
export function renamedKeys(compared: Compared, was: Entry, is: Entry, silenced: readonly Silenced[]): ReportedOnce {
  const { baseline, point } = compared;
  const keys = new Map<string, { readonly key: Span; readonly written: string; readonly of: Silenced[] }>();
  for (const one of silenced) {
    const key = one.instead ? null : renamedKey(compared, was, is, one.fact);
    if (!key) continue;
    const found = keys.get(key.text) ?? { key: key.span, written: one.fact.attribute.text, of: [] };
    found.of.push(one);
    keys.set(key.text, found);
  }
  const findings = [...keys].map(([text, { key, written, of }]): ComparedFinding => {
    const [first] = of;
    const told = first ? renderFactName(baseline, was, first.fact, 'was') : '';
    const message = `${told} as of ${point}, and its key is \`${text}\` now, which is not the same: nobody who asks for ${written} is told of it. Write \`${written}\` again.`;
    const related = of.map(({ fact }) =>
      relatedInBaseline(compared, was, fact.value.span, renderFactName(baseline, was, fact)),
    );
    return { file: is.path, cause: `${written} ${text}`, finding: { span: key, message, related } };
  });
  return { findings, reported: new Set([...keys.values()].flatMap(({ of }) => of)) };
}

/** The key that seems to stand where that of a fact was, in the text of now. */
export function renamedKey(
  compared: Compared,
  was: Entry,
  is: Entry,
  fact: Fact,
): { readonly text: string; readonly span: Span } | null {
  const { baseline, now } = compared;
  const { text } = fact.attribute;
  const had = new Set(was.unknownKeys.map((key) => keyOf(key.text)));
  const near = is.unknownKeys.find(
    (key) => !had.has(keyOf(key.text)) && isSlip(keyOf(key.text), keyOf(text), SHORTEST_KEY),
  );
  if (near) return near;
  const entity = entityOfFact(baseline, was, fact);
  const attributes = new Set(was.facts.map((one) => keyOf(one.attribute.text)));
  const other = is.facts.find(
    (one) =>
      !attributes.has(keyOf(one.attribute.text)) &&
      isSlip(keyOf(one.attribute.text), keyOf(text), SHORTEST_KEY) &&
      isSameMeaning(compared, fact, one) &&
      entityOfFact(now, is, one) === entity,
  );
  return other ? other.attribute : null;
}
