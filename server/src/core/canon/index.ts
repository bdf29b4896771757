/** The canon as the rest of the program sees it: what is not named here is known to its own folders alone. */
export {
  allEntries,
  anew,
  type Canon,
  type CanonPack,
  canonPack,
  countOf,
  emptyCanon,
  entryAt,
  filed,
  grown,
  OWN,
  packedCanon,
  pathsOf,
  withEntries,
} from './model/canon';
export {
  acceptedCanonPoints,
  type CanonPoint,
  commitNamed,
  type CommitRead,
  type CommitReading,
  type Commits,
  knownAt,
  LATEST,
  readCanonPoint,
} from './model/canonPoint';
export { mentionKeys, pathKey, type Trait } from './model/contributions';
export { type Declared, edgesBy, edgesOf, order, replaces, type Retcon, touches } from './model/edges';
export {
  allOf,
  describersOf,
  entityNamed,
  entityOf,
  entityOfFact,
  entryNamed,
  entryToCome,
  idOf,
  type Known,
  namesOf,
  perKnown,
  type Resolution,
  resolve,
  upTo,
  valueEntry,
} from './model/known';
export { nearEntries } from './model/nearNames';
export { datesOf, erasTold, exampleIn, ownEras, ownErasIn } from './model/ownEras';
export { lastBegun } from './model/ownSegments';
export { canonText, canonWords, hasPlace, positionOf, preposition } from './model/position';
export { before, comparable, endDay, lineOf, type Segment, startDay } from './model/segments';
export { factsAbout, factsOn, isStated, type Stated } from './model/stated';
export { at, type Base, differing, entriesOf, flat, inPassing, keysOf, sizeOf } from './model/table';
export { tellersOf } from './model/tellers';
export { type Clipped, clippedFactsOf, operationsOn } from './retcons/clips';
export { forkOf, meet, prongsOf } from './retcons/forks';
export { inCanonOrder, inRetconOrder, isInCycle, putsAside, retconsBy, retconsOf } from './retcons/inForce';
export {
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
export { touchingRetcons } from './retcons/touching';
export {
  currentVersionsOf,
  reach,
  type Reached,
  restingOn,
  sourcesOf,
  staleSourcesOf,
  versionsOf,
  wholeVersionsOf,
} from './retcons/versionChain';
export {
  type Answer,
  attributesOf,
  clippedOf,
  contradict,
  type Held,
  heldAmong,
  heldOf,
  isDisputed,
  isSameValue,
  kindOfAttribute,
  pairOf,
  tierRank,
  wasTrueAt,
} from './truth/truth';
export { everyAnswer } from './incremental/canonSpans';
export { ALWAYS, openLedger } from './incremental/ledger';
export { type Moving, movingView } from './incremental/movingView';
export { boundaryOf, dayOf, type SideValue } from './compare/boundary';
export { continuedInSteps, isContinued } from './compare/continued';
export { dayNames } from './compare/dayNames';
export { type Difference, differencesOf, differenceSteps } from './compare/difference';
export { counterpart, entityAt, unknownAt, valueMeant } from './compare/identity';
export { neighboursOf } from './compare/neighbours';
export { reachOf } from './compare/reach';
