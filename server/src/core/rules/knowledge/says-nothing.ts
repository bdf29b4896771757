/** What is written of who knows a page or a fact, and bears on nothing: a date before it begins, a date that nobody goes by, a word among names. */
import { type Clipped, clippedFactsOf, type Known } from '../../canon';
import { withinTenYears, type Moment } from '../../chronology';
import { NO_ONE } from '../../codex/knowledgeKeys';
import type { DateWritten, Entry, Fact, InOn, Knowledge } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Finding, Rule } from '../rule';

export const saysNothing: Rule = {
  code: 'knowledge/says-nothing',
  severity: 'info',
  *check({ known, entry }) {
    const { knowledge } = entry;
    if (knowledge && !knowledge.isDoubtful) {
      yield* amongNames(knowledge);
      if (isIdle(knowledge) && isForPageAlone(entry)) yield idle(knowledge);
      if (entry.date?.date) yield* tooSoon(known, knowledge, entry.date.date.start, entry.date.text, 'page');
    }
    for (const { fact, begins } of clippedOwn(known, entry)) yield* inFact(known, fact, begins);
    for (const { knowledge: own } of knowledge?.beliefs ?? []) if (own && !own.isDoubtful) yield* besideBelief(own);
  },
};

/** The facts that say themselves who knows them. */
const clippedOwn = (known: Known, entry: Entry): readonly Clipped[] =>
  entry.facts.some(({ knowledge }) => knowledge && !knowledge.isDoubtful) ? clippedFactsOf(known, entry) : [];

function* inFact(known: Known, { knowledge }: Fact, begins: Moment | null): Generator<Finding> {
  if (!knowledge || knowledge.isDoubtful) return;
  yield* amongNames(knowledge);
  if (isIdle(knowledge)) yield idle(knowledge);
  if (begins) yield* tooSoon(known, knowledge, begins, begins.text ?? '', 'fact');
}

/** `[nobody, sara]`: sara is in on it. */
function* amongNames({ knownBy }: Knowledge): Generator<Finding> {
  const others = (knownBy ?? []).filter(({ knower }) => !isNobody(knower.text));
  if (others.length === 0) return;
  for (const { knower } of knownBy ?? [])
    if (isNobody(knower.text))
      yield {
        span: knower.span,
        message: `${knower.text} says nothing beside ${others[0]?.knower.text}, who is in on it: leave one of them out.`,
      };
}

const isNobody = (name: string): boolean => nameKey(name) === NO_ONE;

/** Whether each of those who are in on something has a date of their own, so that nobody goes by `known_from`. */
export const isIdle = ({ knownBy, knownFrom }: Pick<Knowledge, 'knownBy' | 'knownFrom'>): boolean =>
  knownFrom !== null && knownBy !== null && knownBy.length > 0 && knownBy.every(({ when }) => when !== null);

/** Whether none of its facts goes by the `known_from` of the page for want of one of its own. */
export const isForPageAlone = ({ facts, knowledge }: Entry): boolean =>
  knowledge?.believedBy == null &&
  [...facts, ...(knowledge?.beliefs ?? [])].every((fact) => !fact.knowledge || fact.knowledge.knownFrom !== null);

const idle = ({ knownFrom }: Knowledge): Finding => ({
  span: knownFrom?.span ?? { start: 0, end: 0 },
  message: 'known_from says nothing here, since each of those in known_by has a date of their own: leave it out.',
});

/** `known_by` of a fact that some believe: they are all who are told. */
function* besideBelief({ knownBy, believedBy }: Knowledge): Generator<Finding> {
  const [first] = knownBy ?? [];
  if (first && believedBy)
    yield {
      span: first.knower.span,
      message: 'known_by says nothing of what some believe: it is told to those in believed_by, and to nobody else.',
    };
}

/** Dates before something begins: nobody learns of what is yet to be, but a page can be read before its date. */
function* tooSoon(
  { canon }: Known,
  { knownBy, knownFrom }: Knowledge,
  begins: Moment,
  beginning: string,
  what: 'page' | 'fact',
): Generator<Finding> {
  const dates: (DateWritten | InOn['when'])[] = [knownFrom, ...(knownBy ?? []).map(({ when }) => when)];
  for (const written of dates) {
    const date = written?.date;
    if (!written || !date || date.end.line !== begins.line || begins.day < date.end.day) continue;
    const lastDay = { line: date.end.line, day: date.end.day - 1 };
    if ((date.approximate || begins.approximate) && withinTenYears(canon.codex.chronology, lastDay, begins)) continue;
    const message =
      what === 'fact'
        ? `${written.text} is before ${beginning}, when this begins: nobody learns it before that, so leave the date out, or mend it.`
        : `${written.text} is before ${beginning}, the date of this page: it may be read from ${written.text} on, and what it states is learned when it begins. Is that meant?`;
    yield { span: written.span, message };
  }
}
