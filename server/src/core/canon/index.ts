/** The public interface of the canon: what this file does not export is private to the folders below it. */
export {
  allEntries,
  canonPack,
  type CanonPack,
  canonText,
  canonWords,
  countOf,
  emptyCanon,
  entryAt,
  filed,
  filedPaths,
  grown,
  hasPlace,
  isNameShared,
  OWN,
  packedCanon,
  pathsOf,
  placedEntries,
  positionOf,
  preposition,
  statingEntries,
  withEntries,
  withFewPoints,
  withoutMemos,
} from './model/canon';
export { acceptedCanonPoints, commitNamed, knownAt, lastPosition, LATEST, readCanonPoint } from './model/canonPoint';
export {
  type Canon,
  type CanonPoint,
  type CommitPlaces,
  type CommitRead,
  type CommitReading,
  type Commits,
  isShown,
  type Known,
  type OtherSettings,
  type Still,
  type WhyHidden,
} from './model/canonValue';
export {
  changesOf,
  type Declared,
  edgesBy,
  edgesOf,
  enteredWith,
  isApart,
  putsAside,
  replaces,
  type Retcon,
  touches,
} from './model/edges';
export * from './knowledge/otherSettings';
export { mentionKeys, pathEnding, pathKey, type Trait } from './model/indexKeys';
export {
  circleCalled,
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
  isSameRef,
  withoutDrafts,
} from './model/known';
export {
  isAttributeAmong,
  isOnlyPageOf,
  type Limit,
  limitIn,
  limitsOfBeliefs,
  limitOfCircle,
  limitOfError,
  limitWords,
  LIMITS,
  mayBePast,
  MOST_ENTRIES,
  memberNamed,
} from './model/limits';
export { datesOf, entriesBegun, exampleIn, nearEntries, ownEras, ownErasIn, renderEras } from './model/nearEntries';
export { before, comparable, endDay, joinSegments, lastBegun, lineOf, type Segment, startDay } from './model/segments';
export {
  describersOf,
  entitiesStated,
  factsAbout,
  factsOn,
  isAnythingStated,
  isStatedAlone,
  type Pair,
  pairOf,
  possibleStaters,
  type StatedFact,
} from './model/statedFacts';
export {
  at,
  differing,
  flat,
  has,
  inPassing,
  notShared,
  type ReadableMap,
  sizeOf,
  tableEntries,
  tableKeys,
} from './model/table';
export { inCanonOrder, inRetconOrder } from './retcons/canonOrder';
export { beginningBy } from './retcons/beginnings';
export { type Clipped, clippedFactsOf, shownClip } from './retcons/clips';
export { forkOf, isProng, prongsOf, rivalsOfRetcon } from './retcons/forks';
export { isInCycle, retconsBy, retconsOf } from './retcons/inForce';
export { operationsOn } from './retcons/operations';
export { restorationsOf } from './retcons/restorations';
export {
  datesKnown,
  describerAmong,
  describerOf,
  isAcknowledged,
  isSoft,
  judgedOn,
  kindOf,
  type RetconKind,
  type Standing,
  isUndone,
  standingOf,
  takenBy,
} from './retcons/standing';
export { datesOfEvent, isSettledFor, reviewIn, reviewNames, wasRightThen } from './retcons/settled';
export { factsTouched, pairsTouched, touchingRetcons } from './retcons/touchedFacts';
export * from './retcons/versionChain';
export { type DayRange } from './truth/disputedDays';
export { tierRank } from './truth/dovetail';
export { firstPairsNaming, type InverseAnswer, inverseAt, isValue, pairsNaming, valueEntity } from './truth/inverse';
export {
  type Answer,
  attributesOf,
  clippedOf,
  contradict,
  type Held,
  heldByFact,
  heldOf,
  isSameValue,
  isUndisputed,
  kindOfAttribute,
  limitOfChanges,
  limitOfPair,
  refusePast,
  rivalsAmong,
  rivalsOf,
  rivalsOfFact,
  wasTrueAt,
} from './truth/truth';
export * from './knowledge/audiences';
export {
  anyone,
  arePlayers,
  isCircle,
  isKnower,
  isWordForKnowers,
  type Knower,
  knowerNamed,
  knowerWords,
  PLAYERS,
  writtenKnowers,
} from './knowledge/knowers';
export { isDoubtful } from './knowledge/learning';
export { shownBody, shownWords, withoutHiddenLinks } from './knowledge/prose';
export { copyOfPage } from './knowledge/redacted';
export * from './knowledge/secretsKnownBy';
export { seenBy, type SeenCanon, type Sight } from './knowledge/view';
export { type CanonStops, nameStepAt, nameSteps, stopsOf } from './incremental/canonStops';
export {
  clipsOverCanonTime,
  type OverCanonTime,
  type PairFacts,
  type StandingSpan,
} from './incremental/clipsOverCanonTime';
export { heldOverCanonTime, type HeldSpan, type OnBothAxes } from './incremental/heldOverCanonTime';
export { affectedFiles, neighboursOf, presentReach } from './compare/affectedFiles';
export { type Difference, differencesOf, differenceSteps, joinedAs } from './compare/answerDifferences';
export { boundaryOf, dayOf, type PairBoundary, type SideValue } from './compare/boundary';
export {
  counterpart,
  entityInOther,
  readsTheSameSteps,
  readsTheSameUnder,
  rereadBaseline,
  type RereadState,
  unknownAt,
  valueInOther,
} from './compare/identity';
export { answersMoved, hasOtherDays, isElsewhere } from './compare/movedAnswers';
export { retconsMadeOf, retconsSince } from './compare/retconsSince';
export { erratumFor, isNameIn, noSlip, whyNotSpelling, withoutSlips } from './compare/slipsOfThePen';
export { staleSummariesOf, type StaleSummary } from './compare/staleSummaries';
