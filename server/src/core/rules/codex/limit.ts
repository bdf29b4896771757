/** The rule `codex/limit`: something is larger than Retcon supports (model §16), so questions that need it are refused. */
import {
  type Canon,
  entityOfFact,
  isApart,
  isAttributeAmong,
  isOnlyPageOf,
  type Known,
  type Limit,
  limitsOfBeliefs,
  limitOfChain,
  limitOfChanges,
  limitOfCircle,
  limitOfPair,
  limitWords,
  LIMITS,
  mayBePast,
  MOST_ENTRIES,
  pairOf,
  pathsOf,
  perKnown,
  sizeOf,
  memberNamed,
} from '../../canon';
import type { PlacedMember } from '../../codex/knowledgeKeys';
import type { Entry } from '../../entry/entry';
import { lastOfTurn } from '../../text/groups';
import type { Problem } from '../../text/problem';
import type { Rule } from '../rule';
import { pageOf, writtenFacts } from '../../entry/versions';

const CODE = 'codex/limit';
const START = { start: 0, end: 0 };

export const pastLimit: Rule = {
  code: CODE,
  severity: 'error',
  *check({ known, entry }) {
    if (!known.canon.codex.declared && isTooMany(known.canon) && firstPath(known.canon) === entry.path)
      yield { span: START, message: tooManyEntries(known.canon) };
    for (const passed of limitsMet(known, entry))
      if (passed.place && pageOf(passed.place.entry) === entry)
        yield { span: passed.place.span, message: limitWords(passed) };
  },
};

const isTooMany = ({ entries }: Canon): boolean => sizeOf(entries) > MOST_ENTRIES;

/** Cached, since each entry needs it and sorting all paths is slow. */
const firstPath = lastOfTurn((canon: Canon) => [...pathsOf(canon)].sort()[0]);

/** The exceeded limits that an entry contributes to, each once. */
function* limitsMet(known: Known, entry: Entry): Generator<Limit> {
  // Of what only this page describes nothing can be past a limit.
  const facts = writtenFacts(entry);
  const isSmall = facts.length ** 2 <= LIMITS.gaps.most && isApart(known, entry) && isOnlyPageOf(known, entry);
  const [pairs, circles, entities] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const fact of facts) {
    const attribute = fact.attribute.text;
    const membership = membershipBy(known, attribute);
    if (membership === 'of member') circles.add(memberNamed(known, fact.value));
    if (isSmall && !fact.entity && membership === 'none') continue;
    const entity = entityOfFact(known, entry, fact);
    if (membership === 'of circle') circles.add(entity);
    if (!mayBePast(known, entity)) continue;
    entities.add(entity);
    pairs.add(pairOf(entity, attribute));
  }
  const ofPairs = [...pairs].flatMap((pair) => {
    const passed = limitOfPair(known, pair) ?? limitOfChanges(known, pair);
    return passed && passed.what !== 'members' ? passed : [];
  });
  yield* [limitOfChain(known, entry) ?? [], ofPairs].flat();
  for (const entity of entities) yield* limitsOfBeliefs(known, entity);
  yield* [...circles].flatMap((circle) => limitOfCircle(known, circle) ?? []);
}

const membershipBy = perKnown(({ canon }: Known, attribute: string) => {
  const { ofCircle, ofMember } = canon.codex.membership;
  if (isAttributeAmong(ofCircle, attribute)) return 'of circle';
  return isAttributeAmong(ofMember, attribute) ? 'of member' : 'none';
});

/** Exceeded limits that are reported in codex.yaml. @param members the members that codex.yaml lists for its circles */
export function limitsOfCodex(known: Known, members: readonly PlacedMember[]): Problem[] {
  const { canon } = known;
  const found: Problem[] =
    canon.codex.declared && isTooMany(canon) ? [{ code: CODE, span: START, message: tooManyEntries(canon) }] : [];
  for (const [circle] of canon.codex.circles) {
    const passed = limitOfCircle(known, circle);
    const span = members.find((member) => member.circle === circle)?.span;
    if (passed && !passed.place && span) found.push({ code: CODE, span, message: limitWords(passed) });
  }
  return found;
}

/** The problem of a page that is too long to be read. */
export const TOO_LONG: Problem = {
  code: CODE,
  span: START,
  message:
    'This page is longer than 4 MB, the most that Retcon reads, so it is left out: split it, or list it under `exclude` in codex.yaml.',
};

const tooManyEntries = ({ entries }: Canon): string =>
  `This codex has ${sizeOf(entries).toLocaleString('en-US')} entries, and Retcon is made for up to ${MOST_ENTRIES.toLocaleString('en-US')}: every question is still answered, but may take a while. List notes that are not canon under \`exclude\`.`;
