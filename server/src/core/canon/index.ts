/** The canon as the rest of the program sees it: what is not named here is known to its own folders alone. */
export {
  allEntries,
  withoutMemos,
  type CanonPack,
  canonPack,
  countOf,
  emptyCanon,
  entryAt,
  filed,
  filedPaths,
  grown,
  isNameShared,
  OWN,
  packedCanon,
  pathsOf,
  statingEntries,
  placedEntries,
  withEntries,
  withFewPoints,
} from './model/canon';
export {
  acceptedCanonPoints,
  commitNamed,
  knownAt,
  lastPosition,
  LATEST,
  readCanonPoint,
} from './model/canonPoint';
export { mentionKeys, pathKey, type Trait } from './model/indexKeys';
export { type Declared } from './model/edges';
export {
  edgesBy,
  edgesOf,
  putsAside,
  enteredWith,
  isApart,
  replaces,
  type Retcon,
  touches,
} from './model/edges';
export { describersOf } from './model/statedFacts';
export {
  allOf,
  entityNamed,
  entityOf,
  entityOfFact,
  entryNamed,
  entryToCome,
  idOf,
  knowing,
  perKnown,
  type Resolution,
  resolve,
  upTo,
  valueEntry,
  withoutDrafts,
} from './model/known';
export {
  isAttributeAmong,
  isOnlyPageOf,
  type Limit,
  LIMITS,
  limitIn,
  limitsOfBeliefs,
  limitOfCircle,
  limitOfError,
  limitWords,
  mayBePast,
  MOST_ENTRIES,
  valueName,
} from './model/limits';
export { nearEntries } from './model/nearEntries';
export { datesOf, renderEras, exampleIn, ownEras, ownErasIn } from './model/nearEntries';
export { lastBegun } from './model/segments';
export { canonText, canonWords, hasPlace, positionOf, preposition } from './model/canon';
export { before, comparable, endDay, lineOf, type Segment, startDay } from './model/segments';
export {
  entitiesStated,
  factsAbout,
  factsOn,
  isAnythingStated,
  isStatedAlone,
  type StatedFact,
  pairOf,
} from './model/statedFacts';
export {
  at,
  type ReadableMap,
  differing,
  notShared,
  tableEntries,
  flat,
  has,
  inPassing,
  tableKeys,
  sizeOf,
} from './model/table';
export { possibleStaters } from './model/statedFacts';
export { beginningBy, type Clipped, clippedFactsOf, operationsOn, shownClip } from './retcons/clips';
export { forkOf, isProng, prongsOf, rivalsOfRetcon } from './retcons/forks';
export { inCanonOrder, inRetconOrder } from './retcons/canonOrder';
export { isInCycle, retconsBy, retconsOf } from './retcons/inForce';
export { restorationsOf } from './retcons/restorations';
export {
  describerAmong,
  describerOf,
  isAcknowledged,
  isSoft,
  judgedOn,
  kindOf,
  type RetconKind,
  type Standing,
  standingOf,
  takenBy,
} from './retcons/standing';
export { factsTouched, pairsTouched } from './retcons/touchedFacts';
export { touchingRetcons } from './retcons/touchedFacts';
export {
  currentVersionsOf,
  limitOfChain,
  refuseChainPast,
  reach,
  type Reached,
  restingOn,
  sourcesOf,
  staleSourcesOf,
  versionsOf,
  wholeVersionsOf,
} from './retcons/versionChain';
export { tierRank } from './truth/dovetail';
export { contradict, isSameValue, rivalsAmong } from './truth/truth';
export {
  type Answer,
  attributesOf,
  clippedOf,
  type Held,
  heldOf,
  kindOfAttribute,
  limitOfChanges,
  limitOfPair,
  refusePast,
  wasTrueAt,
  heldByFact,
  isUndisputed,
  rivalsOf,
  rivalsOfFact,
} from './truth/truth';
export { firstPairsNaming, inverseAt, type InverseAnswer, isValue, pairsNaming, valueEntity } from './truth/inverse';
export {
  type Canon,
  type CanonPoint,
  type CommitPlaces,
  type CommitRead,
  type CommitReading,
  type Commits,
  isShown,
  type Known,
  type Still,
  type WhyHidden,
} from './model/canonValue';
export {
  anyone,
  isCircle,
  isKnower,
  isWordForKnowers,
  type Knower,
  knowerNamed,
  knowerWords,
  writtenKnowers,
} from './knowledge/knowers';
export {
  amongThem,
  audienceOfFact,
  audienceOfPage,
  isAmong,
  isForEveryone,
  isKeptFromSome,
  mayKeepSecrets,
} from './knowledge/audiences';
export { inOnBy, type InOnFact } from './knowledge/secretsKnownBy';
export { isDoubtful } from './knowledge/learning';
export { factLearnedLate, knowerCalled, type LearnedLate, pageLearnedLate } from './knowledge/audiences';
export { withoutHiddenLinks } from './knowledge/prose';
export { shownWords } from './knowledge/prose';
export { copyOfPage } from './knowledge/redacted';
export { seenBy, type SeenCanon, type Sight } from './knowledge/view';
export { type Believed, believedOf, inOnFact, type InOnIt, inOnPage } from './knowledge/secretsKnownBy';
export { type CanonStops, stopsOf } from './incremental/canonStops';
export {
  clipsOverCanonTime,
  type OverCanonTime,
  type PairFacts,
  type StandingSpan,
} from './incremental/clipsOverCanonTime';
export type { DayRange } from './truth/disputedDays';
export { heldOverCanonTime, type HeldSpan, type OnBothAxes } from './incremental/heldOverCanonTime';
export { nameStepAt, nameSteps } from './incremental/canonStops';
export { boundaryOf, dayOf, type SideValue } from './compare/boundary';
export { readsTheSameSteps, readsTheSameUnder } from './compare/identity';
export { presentReach } from './compare/affectedFiles';
export { type Difference, differencesOf, differenceSteps } from './compare/answerDifferences';
export { counterpart, entityInOther, unknownAt, valueInOther } from './compare/identity';
export { rereadBaseline, type RereadState } from './compare/identity';
export { answersMoved, hasOtherDays, isElsewhere, type MovedAnswer } from './compare/movedAnswers';
export { neighboursOf } from './compare/affectedFiles';
export { erratumFor, isNameIn, noSlip, whyNotSpelling, withoutSlips } from './compare/slipsOfThePen';
export { type StaleSummary, staleSummariesOf } from './compare/staleSummaries';
export { affectedFiles } from './compare/affectedFiles';
