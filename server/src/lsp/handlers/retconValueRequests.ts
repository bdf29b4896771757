/** Answers the dialog in which a value is retconned in its page: which there are, what is asked, what is made of the answers. */
import { allEntries, entityOf, idOf, type Known, valueEntry } from '../../core/canon';
import { keyOf, spellingsOf } from '../../core/codex/codex';
import type { Entry, Fact } from '../../core/entry/entry';
import { factUnder } from '../../core/edits/refactor/factText';
import { likelyFacts, ownProperty, propertyAt, type PropertyValue } from '../../core/edits/refactor/properties';
import { namedValue, notesBegun, statedValues } from '../../core/edits/refactor/restated';
import {
  datesNear,
  decidedTooEarly,
  decidedForValue,
  notNamed,
  pastReasons,
} from '../../core/edits/refactor/retconQuestions';
import {
  effectiveProblem,
  isNarrative,
  retconValues,
  type ValueTarget,
  valueAnswer,
  valueTargets,
} from '../../core/edits/refactor/retconValue';
import { lineIndex, spanTouches } from '../../core/text/span';
import type { NamedValue, RetconableValue, ValueQuestions } from '../protocol/protocolRetcons';
import type { Area, Desk } from '../session/desk';
import { answerRequests } from './renderContext';
import {
  appliedResult,
  dateChoices,
  dateTaken,
  entryInQuestion,
  reasonChoices,
  requestError,
  revisionChoices,
} from './retconRequests';
import { isoDay } from '../../core/codex/canonTime';
import { presentEntry } from '../../core/entry/versions';

/** More than anybody looks through. */
const MOST_CHOICES = 500;

export const answerValueRetcons: Area = (desk) => {
  const on = answerRequests(desk);
  on('retcon/retconableValues', ({ uri, position }) => {
    const { entry, text, now } = pageInQuestion(desk, uri);
    const offset = position && lineIndex(text).offsetAt(position);
    const there = offset === undefined ? undefined : valueAt(now, text, offset);
    const all = () => [
      ...valueTargets(now).map((target) => describedValue(now, text, target)),
      ...likelyFacts(now, text).map(describedProperty),
    ];
    return { values: there ? [there] : all(), isNarrative: isNarrative(entry) };
  });
  on('retcon/valueQuestions', ({ uri, key }) => {
    const { codex, entry, text, now } = pageInQuestion(desk, uri);
    const target = targetNamed(codex.known, now, key);
    const refused = notNamed(codex.known, entry);
    if (refused) return { refusal: refused.refusal, instead: [] };
    const decided = decidedForValue(codex.known, entry, isoDay(Date.now()));
    if (!decided) return { refusal: decidedTooEarly(codex.known, entry).refusal, instead: [] };
    return {
      ...describedValue(now, text, target),
      title: entry.title,
      hasManner: target.kind !== 'own',
      undeclared: undeclaredIn(codex.known, target),
      values: valueChoices(codex.known, target),
      dates: dateChoices(datesNear(codex.known, entry)),
      // Today needs no question where no session is listed, nor does the session that is being written.
      canon:
        decided.revisions.every(({ open }) => !open) && decided.revisions.length > 0 ? revisionChoices(decided) : null,
      proposedCanon: decided.proposed,
      reasons: reasonChoices(codex, pastReasons(codex.known, entry, 'supersedes')),
    } satisfies ValueQuestions;
  });
  on('retcon/checkValue', ({ uri, key, value }) => {
    const { codex, now } = pageInQuestion(desk, uri);
    const target = targetNamed(codex.known, now, key);
    const answer = valueAnswer(codex.known, target, value);
    const old = target.kind === 'fact' ? target.fact : null;
    return target.kind === 'own' ? answer : { ...answer, begins: begunChoices(codex.known, old, value) };
  });
  on('retcon/checkEffective', ({ uri, key, date }) => {
    const { codex, entry, now } = pageInQuestion(desk, uri);
    const problem = effectiveProblem(codex.known, entry, targetNamed(codex.known, now, key), date);
    return problem === null ? dateTaken(codex, date) : { ok: false, message: problem };
  });
  on('retcon/retconValue', ({ uri, key, answers }) => {
    const { codex, entry, text, now } = pageInQuestion(desk, uri);
    const target = targetNamed(codex.known, now, key);
    return appliedResult(
      desk,
      codex,
      retconValues(codex.known, { entry, text }, [{ target, value: answers.value }], answers),
    );
  });
  return {};
};

/** An entry, and as it stands now. */
function pageInQuestion(desk: Desk, uri: string) {
  const found = entryInQuestion(desk, uri);
  return { ...found, now: presentEntry(found.entry) };
}

/** What a caret is on: a fact, or the page's own date or end. */
export function targetAt(entry: Entry, text: string, offset: number): ValueTarget | undefined {
  const fact = factUnder(text, entry.facts, offset);
  if (fact) return { kind: 'fact', fact };
  return valueTargets(entry).find((target) => {
    const written = target.kind === 'own' && ownProperty(entry, text, target.key);
    return written && spanTouches(written.span, offset);
  });
}

/** The same, or a property there that may become a fact. */
export function valueAt(entry: Entry, text: string, offset: number): RetconableValue | undefined {
  const target = targetAt(entry, text, offset);
  if (target) return describedValue(entry, text, target);
  const property = propertyAt(entry, text, offset);
  return property && describedProperty(property);
}

export function describedValue(entry: Entry, text: string, target: ValueTarget): RetconableValue {
  if (target.kind === 'own') {
    const written = ownProperty(entry, text, target.key);
    const label = target.spelled ?? written?.key ?? target.key;
    return {
      key: target.spelled === undefined ? target.key : `added:${target.spelled}`,
      label,
      value: written?.value ?? '',
    };
  }
  if (target.kind === 'added') return { key: `added:${target.attribute}`, label: target.attribute, value: '' };
  const { fact } = target;
  const label = fact.entity ? `${fact.entity.text}.${fact.attribute.text}` : fact.attribute.text;
  const value = fact.value.linked ? `[[${fact.value.text}]]` : fact.value.text;
  return { key: `fact:${fact.index}`, label, value };
}

const describedProperty = ({ key, index, value }: PropertyValue): RetconableValue => ({
  key: `property:${index}:${key}`,
  label: key,
  value,
});

/** The notes that a typed value may be meant for. */
const begunChoices = (known: Known, old: Fact | null, typed: string): NamedValue[] =>
  notesBegun(known, old, typed).map(({ entry, value }) => ({
    text: entry.title,
    detail: idOf(known, entry),
    means: value,
  }));

/** The attribute that codex.yaml has to declare before the page can state it. */
function undeclaredIn({ canon: { codex } }: Known, target: ValueTarget): readonly string[] {
  const isDeclared = target.kind !== 'added' || codex.attributeKeys.has(keyOf(target.attribute));
  return isDeclared ? [] : [target.attribute];
}

function targetNamed(known: Known, entry: Entry, key: string): ValueTarget {
  if (key === 'date' || key === 'end') return { kind: 'own', key };
  const [kind, name = ''] = key.split(/:(.*)/s);
  if (kind === 'added') return addedTarget(known, entry, name);
  if (kind === 'property') {
    const [index = '', attribute = ''] = name.split(/:(.*)/s);
    const stated = entry.facts.filter((one) => one.entity === null && keyOf(one.attribute.text) === keyOf(attribute));
    const at = stated[Number(index)];
    return at ? { kind: 'fact', fact: at } : { kind: 'added', entity: entityOf(known, entry), attribute };
  }
  const fact = entry.facts[Number(name)];
  if (!fact) throw requestError('the page has changed since you asked. Ask again.');
  return { kind: 'fact', fact };
}

/** A property that the page does not have yet: its date or its end, where codex.yaml calls it so, else a fact. */
function addedTarget(known: Known, entry: Entry, name: string): ValueTarget {
  const isSpelling = (key: string): boolean =>
    spellingsOf(known.canon.codex, key).some((one) => keyOf(one) === keyOf(name));
  if (isSpelling('date')) return { kind: 'own', key: 'date', spelled: name };
  if (isSpelling('until') || isSpelling('through')) return { kind: 'own', key: 'end', spelled: name };
  return { kind: 'added', entity: entityOf(known, entry), attribute: name };
}

/** What that attribute says elsewhere, the most stated first; in place of an entry also the entries of its type. */
function valueChoices(known: Known, target: ValueTarget): ValueQuestions['values'] {
  if (target.kind === 'own') return [];
  const attribute = target.kind === 'fact' ? target.fact.attribute.text : target.attribute;
  const stated = statedValues(known)
    .filter(({ attributes }) => attributes.some((one) => keyOf(one) === keyOf(attribute)))
    .map(({ title, value }) => ({ text: title, detail: title === value ? '' : value, means: value }));
  const old = target.kind === 'fact' ? valueEntry(known, target.fact.value) : undefined;
  const alike = old?.type
    ? allEntries(known.canon).filter((one) => known.has(one) && one.type?.text === old.type?.text)
    : [];
  const others = alike.map((one) => ({ text: one.title, detail: idOf(known, one), means: idOf(known, one) }));
  const now = target.kind === 'fact' ? namedValue(known, target.fact).value : null;
  const isOther = ({ means }: { readonly means: string }): boolean => stated.every((one) => one.means !== means);
  return [...stated, ...others.filter(isOther)].filter(({ means }) => means !== now).slice(0, MOST_CHOICES);
}
