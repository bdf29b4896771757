/** What a view shows of each entry: whether its page is open to the knower, and which facts and declarations (model §11). */
import { withoutPageEnd } from '../../text/pageFile';
import type { WorldDate, Moment } from '../../chronology';
import { audienceAt } from '../../codex/pathRules';
import type { Entry, Declaration, Fact, FormerVersion } from '../../entry/entry';
import { withVersions } from '../../entry/versions';
import type { Canon, WhyHidden, Glance, HeldFact, LearnedPage, PageReader, Still } from '../model/canonValue';
import { entryAt, filedPaths } from '../model/canon';
import {
  isDoubtful,
  type Learner,
  timesIn,
  timesOfPage,
  isBelief,
  isOpenBy,
  timesOfDeclaration,
  learnedBy,
} from './learning';
import { firstLearned } from './knowers';
import type { Source } from '../../codex/codex';
import { citationIn, sourceAt, sourceCalled } from '../../codex/sources';
import { nameKey } from '../../entry/slug';
import { isTitleWritten } from '../../entry/readEntry';
import { edgesOf, isApart } from '../model/edges';
import { allOf, entityOf, entityOfFact, entryNamed } from '../model/known';
import type { StatedFact } from '../model/statedFacts';
import { tableKeys, at, tableEntries } from '../model/table';
import { pathEnding, isPath, mentionKeys } from '../model/indexKeys';
import { beginningBy, beginningOf, ownBeginning } from '../retcons/beginnings';
import { hiddenElsewhere } from './otherSettings';
import { isNameAmong, isProseHidden } from './prose';
import { type FactParts, redacted, type ShownEntry, shownFact, veiled } from './redacted';
import { addTo, groupBy } from '../../text/groups';

/** Why a page is hidden. @param page a hidden page of the whole canon */
export function whyHidden(look: Look, page: Entry): WhyHidden {
  const entry = entryAt(look.all.canon, page.path);
  if (!entry || !look.all.has(entry)) return { why: page.draft ? 'draft' : 'later_revision' };
  if (isDoubtful(look.all, entry)) return { why: 'doubt' };
  if (look.isKeptBack(entry) && isOpenBy(look.learner, entry, look.until)) return { why: 'kept_back' };
  const first = firstLearned(timesOfPage(look.learner, entry), null);
  return first?.text != null ? { why: 'later', from: first.text } : { why: 'never' };
}

/** Whether the folder of a file is open to a knower, by the audiences in codex.yaml alone. */
export function isFolderOpen({ known, knower }: Learner, path: string, until: WorldDate | null): boolean {
  const given = audienceAt(known.canon.codex, path);
  return given === null || given.some((name) => firstLearned(timesIn(known, knower, name), until) !== undefined);
}

/** Begins the path of each veiled entry, so that no file has it. */
export const VEILED = '\u0000';

/** The state of a view: an entry is examined on first use, and the results are kept here. */
export interface Look {
  /** The canon at the canon point, with beliefs. */
  readonly all: Still;
  /** The same without beliefs. */
  readonly truth: Still;
  readonly learner: Learner;
  /** The view has what is learned by the end of this; null: by the end of time. */
  readonly until: WorldDate | null;
  /** Whether a page and its facts are kept back from everyone, though its retcons count. */
  readonly isKeptBack: (entry: Entry) => boolean;
  /** Whether the page at a path is open. */
  readonly open: Map<string, boolean>;
  /** Whether a name may be that of a hidden page. */
  readonly names: Map<string, boolean>;
  /** The names of all hidden pages; null until `findHiddenNames` has collected them. */
  hiddenNames: ReadonlySet<string> | null;
  readonly glances: Map<string, Glance | null>;
  readonly shown: Map<Entry, ShownEntry>;
  /** The veiled entries, each at a path of its own. */
  readonly veiled: Map<string, Entry>;
  /** Whether a source is hidden. */
  readonly sources: Map<Source, boolean>;
  /** The files of each source that were examined so far, and the paths still to be examined. */
  readonly sourceFiles: { readonly found: Map<Source, string[]>; readonly others: Iterator<string> };
  /** The original of each copy that is shown. */
  readonly originals: WeakMap<Entry, Entry>;
  readonly facts: WeakMap<Fact, HeldFact & StatedFact>;
  /** The targets of the declarations that are shown. */
  readonly targets: WeakMap<Declaration, Entry>;
}

export const lookThrough = (given: Pick<Look, 'all' | 'truth' | 'learner' | 'until' | 'isKeptBack'>): Look => ({
  ...given,
  open: new Map(),
  names: new Map(),
  hiddenNames: null,
  glances: new Map(),
  shown: new Map(),
  veiled: new Map(),
  sources: new Map(),
  sourceFiles: { found: new Map(), others: tableKeys(given.all.canon.entries)[Symbol.iterator]() },
  originals: new WeakMap(),
  facts: new WeakMap(),
  targets: new WeakMap(),
});

/** Whether the page of a known entry is open to the knower. */
export function isPageOpen(look: Look, entry: Entry): boolean {
  let isOpen = look.open.get(entry.path);
  if (isOpen === undefined)
    look.open.set(entry.path, (isOpen = !look.isKeptBack(entry) && isOpenBy(look.learner, entry, look.until)));
  return isOpen;
}

/** Whether a path has a known page that is open to the knower. */
export function isShownAt(look: Look, path: string): boolean {
  const isOpen = look.open.get(path);
  if (isOpen !== undefined) return isOpen;
  const glance = look.glances.get(path);
  if (glance !== undefined) return glance !== null;
  const entry = entryAt(look.all.canon, path);
  return entry !== undefined && look.all.has(entry) && isPageOpen(look, entry);
}

/** The reader of entries in the view. */
export const readerThrough = (look: Look): PageReader => ({
  secrets: look.all.canon.codex.secrets,
  inline: look.all.canon.codex.inline,
  isMemberOf: (name) => firstLearned(timesIn(look.learner.known, look.learner.knower, name), look.until) !== undefined,
  isHiddenName: (name) => namesHidden(look, name),
  isNamedBy: (link) => isHiddenNamedBy(look, link),
  isHiddenRef: (name) => isHidden(look, name),
});

/** The reader of prose in the view: links in prose can lead to files other than pages, and those in closed folders are hidden too. */
export function proseReader(look: Look): PageReader {
  const reader = readerThrough(look);
  if (look.all.canon.codex.audience.length === 0) return reader;
  return { ...reader, isHiddenName: (name) => reader.isHiddenName(name) || isInClosedFolder(look, name) };
}

/**
 * Whether a name may be that of a hidden page, or of a file that is called like one (`heir.canvas`). A name that a shown page has means
 * that page, even if a hidden page has it too.
 */
function namesHidden(look: Look, name: string): boolean {
  const plain = withoutEnding(name);
  return isNameHidden(look, name) || (plain !== name && isNameHidden(look, plain));
}

const withoutEnding = (name: string): string => withoutPageEnd(name).replace(FILE_ENDING, '');

/** The ending of a file that is neither a page nor a picture. */
const FILE_ENDING = /(?<=[^/.])\.(?!md$|markdown$|png$|jpe?g$|gif$|webp$|avif$|bmp$|svg$)[a-z\d]{2,10}$/i;

function isNameHidden(look: Look, name: string): boolean {
  if (hiddenElsewhere(look.all, name).length > 0) return true;
  const { hiddenNames } = look;
  if (hiddenNames && !mentionKeys(name).some((key) => hiddenNames.has(nameKey(key)))) return false;
  let is = look.names.get(name);
  if (is === undefined) {
    is = mentionKeys(name).some((key) => pathsNamed(look, key).some((path) => !isShownAt(look, path)));
    is &&= !namesShown(look, name);
    look.names.set(name, is);
  }
  return is;
}

/** Whether a path, from the root, leads into a closed folder, and not to a shown page. */
const isInClosedFolder = (look: Look, name: string): boolean =>
  name.includes('/') &&
  !isFolderOpen(look.learner, name.replace(/^(?:\.{0,2}\/)+/, ''), look.until) &&
  !namesShown(look, name);

const pathsNamed = (look: Look, key: string): readonly string[] => filedPaths(look.all.canon, 'names', nameKey(key));

/** Whether a name is that of a shown page; or a path, that of a shown page. */
function namesShown(look: Look, name: string): boolean {
  const key = nameKey(name);
  const isOwn = pathsNamed(look, key).some((path) => {
    const entry = isShownAt(look, path) ? entryAt(look.all.canon, path) : undefined;
    return entry !== undefined && ownNames(entry).some((one) => nameKey(one) === key);
  });
  if (isOwn || !isPath(key)) return isOwn;
  const { name: last, isMeant } = pathEnding(key);
  return pathsNamed(look, last).some((file) => isMeant(file) && isShownAt(look, file));
}

/** What a page that is shown says itself that it is called. */
function ownNames(entry: Entry): string[] {
  const { writtenId, derivedId, folderId, fileName, title, aliases, mayVeil } = entry;
  // A heading may stand in a secret.
  const isTitleOpen = isTitleWritten(entry) || !mayVeil;
  const texts = writtenId ? [writtenId, ...aliases] : aliases;
  const written = [...texts.map(({ text }) => text), ...(isTitleOpen ? [title] : [])];
  // Names with a link or a comment in them are redacted.
  return [derivedId, folderId, fileName, ...written.filter((one) => !/[[\]%<>]/.test(one))];
}

/** Whether the words of a link contain a name of a hidden page to which it may lead. @param link its target, a line break, its words */
function isHiddenNamedBy(look: Look, link: string): boolean {
  const [target = ''] = link.split('\n', 1);
  const words = link.slice(target.length + 1);
  const others = hiddenElsewhere(look.all, target);
  if (others.length > 0) return others.some(({ names }) => names.some((name) => isNameAmong(words, name)));
  return mentionKeys(target).some((key) =>
    pathsNamed(look, key).some(
      (path) => !isShownAt(look, path) && entryAt(look.all.canon, path)?.names.some((name) => isNameAmong(words, name)),
    ),
  );
}

const partsOf = (look: Look): FactParts => ({
  until: look.until,
  chronology: look.all.canon.codex.chronology,
  reader: proseReader(look),
});

/** What the view shows of an entry. */
export function shownOf(look: Look, entry: Entry): ShownEntry {
  let shown = look.shown.get(entry);
  if (shown) return shown;
  const parts = {
    ...partsOf(look),
    facts: () => learnedFacts(look, entry),
    declarations: () => learnedDeclarations(look, entry),
    formerly: learnedVersions(look, entry),
    leadsSomewhere: (declaration: Declaration, copy: Declaration) => leadsSomewhere(look, declaration, copy),
  };
  if (isPageOpen(look, entry)) shown = { page: redacted(entry, parts), veiled: null };
  else {
    const path = `${VEILED}${look.veiled.size}`;
    const page = veiled(entry, path, entityOf(look.all, entry), parts);
    if (page) look.veiled.set(path, page);
    shown = { page: null, veiled: page };
  }
  look.shown.set(entry, shown);
  const copy = shown.page ?? shown.veiled;
  if (copy) look.originals.set(copy, entry);
  return shown;
}

/** Whether a name is that of a hidden page, or of a hidden source. */
function isHidden(look: Look, name: string): boolean {
  // Fast path: if only one page has the name, and it is shown, the entry need not be unpacked.
  if (pathsNamed(look, name).length === 1 && !namesHidden(look, name)) return false;
  const entry = entryNamed(look.all, name);
  if (entry) return !isPageOpen(look, entry);
  if (hiddenElsewhere(look.all, name).length > 0) return true;
  // Pages that are not known yet are hidden too.
  return entryNamed(allOf(look.all.canon), name) !== undefined || isHiddenSource(look, name);
}

/** Whether a name is that of a source in the registry whose files are all hidden. */
function isHiddenSource(look: Look, name: string): boolean {
  const { all, sources } = look;
  const source = sourceCalled(all.canon.codex, citationIn(name)?.id ?? name);
  if (!source) return false;
  let isHiddenAll = sources.get(source);
  if (isHiddenAll === undefined) {
    isHiddenAll = false;
    for (const path of filesOf(look, source)) {
      isHiddenAll = !isShownAt(look, path);
      if (!isHiddenAll) break;
    }
    sources.set(source, isHiddenAll);
  }
  return isHiddenAll;
}

/** The files of a source. Lazy: each file is assigned to its source once, when it is needed. */
function* filesOf({ all, sourceFiles: { found, others } }: Look, source: Source): Generator<string> {
  yield* found.get(source) ?? [];
  for (let next = others.next(); !next.done; next = others.next()) {
    const own = sourceAt(all.canon.codex, next.value);
    addTo(found, own, next.value);
    if (own === source) yield next.value;
  }
}

/** The learned facts of an entry, and when they were learned. */
function* factsLearned(look: Look, entry: Entry): Generator<HeldFact & StatedFact> {
  const { all, learner, until } = look;
  if (look.isKeptBack(entry)) return;
  const isInRetcon = !isApart(all, entry);
  for (const fact of entry.facts) {
    const begins = isInRetcon ? beginningFor(look, { entry, fact }) : ownBeginning(entry, fact);
    const learned = learnedBy(learner, entry, fact, { begins, until });
    if (learned) yield { learned, isBelief: isBelief(entry, fact), entry, fact };
  }
}

/**
 * The later versions of a page of which anything was learned, as they are shown. A change is learned with what it led to: an old value
 * whose successor the knower has not learned goes on.
 */
function learnedVersions(look: Look, page: Entry): FormerVersion[] {
  if (look.isKeptBack(page)) return [];
  const shown: FormerVersion[] = [];
  const taken: NonNullable<ReturnType<typeof learnedChange>>[] = [];
  /** By place: the place among those that are shown. */
  const places = new Map([[0, 0]]);
  let count = page.formerly.length === 0 ? 0 : [...factsLearned(look, page)].length;
  for (const version of withVersions(page)) {
    const { versionOf } = version;
    if (!versionOf || !look.all.has(version)) continue;
    const own = page.formerly[versionOf.place - 1] as FormerVersion;
    const facts = learnedFacts(look, version).map((fact) => Object.assign(fact, { index: count++ }));
    const learned = learnedChange(look, version, own, places);
    const change = learned && (own.change as Declaration);
    if (facts.length === 0 && !change && !(versionOf.place === 1 && own.isDated)) continue;
    places.set(versionOf.place, shown.length + 1);
    shown.push({ ...own, facts, change });
    taken.push(learned ?? []);
  }
  return shown.map((version, i) => {
    const of = (taken[i] ?? []).flatMap(({ one, place }) => {
      const at = places.get(place);
      return at === undefined ? [] : { one, at };
    });
    const only = of.map(({ one }) => one);
    return { ...version, change: version.change && { ...version.change, only }, replaces: of.map(({ at }) => at) };
  });
}

/**
 * The values that a change takes away as far as it was learned, each with the place of its version; null:
 * nothing was. It is learned with what came in their place, which may say itself who knows it.
 */
function learnedChange(
  look: Look,
  version: Entry,
  { change, effective, replaces, isDated }: FormerVersion,
  places: ReadonlyMap<number, number>,
) {
  if (!change?.only) return null;
  const pairOf = (entity: string | null, attribute: string): string => `${entity ?? ''}\n${attribute}`;
  const come = groupBy(version.facts, ({ entity, attribute }) => pairOf(entity?.text ?? null, attribute.text));
  const learned = new Set([...factsLearned(look, version)].map(({ fact }) => fact));
  const times = timesOfDeclaration(look.learner, version, effective?.date?.start ?? null);
  const isLearned = firstLearned(times, look.until) !== undefined;
  if (change.only.length === 0) return isLearned ? [] : null;
  const left = change.only.flatMap((one, i) => {
    const place = replaces[i] ?? 0;
    // A change may bear on a later version too, which says again what it has ended, from another date on.
    const isShown = places.has(place) || place > (version.versionOf?.place ?? 0);
    const instead = come
      .get(pairOf(one.entity, one.attribute))
      ?.filter(({ value }) => !isDated || value.text === one.value?.text);
    const is = instead ? instead.every((fact) => learned.has(fact)) : isLearned;
    return is && isShown ? { one, place } : [];
  });
  return left.length > 0 ? left : null;
}

/** The learned facts as they are shown. */
function learnedFacts(look: Look, entry: Entry): Fact[] {
  const parts = partsOf(look);
  return [...factsLearned(look, entry)].map((held, index) => {
    const copy = shownFact(parts, held.fact, index);
    look.facts.set(copy, held);
    return copy;
  });
}

/**
 * Where a fact begins in the whole canon. Beliefs do not change where a true fact begins.
 * @param undone entries that count as never superseded
 */
export function beginningFor(
  { all, truth }: Look,
  { entry, fact }: StatedFact,
  undone: readonly Entry[] = [],
): Moment | null {
  const entity = entityOfFact(all, entry, fact);
  const isIn = isBelief(entry, fact) ? all : truth;
  const inIt = (other: Entry): Entry => (isIn === all ? other : sameIn(truth.canon, other));
  const stated = { entry: inIt(entry), fact };
  if (undone.length === 0) return beginningOf(isIn, stated, entity);
  const never = new Set(undone.map(inIt));
  return beginningBy(isIn, stated, entity, ({ kind, old }) => kind !== 'restores' && !never.has(old));
}

/** The same page, or the same version of it, in another canon. */
function sameIn(canon: Canon, entry: Entry): Entry {
  const page = entryAt(canon, entry.path);
  return (page && withVersions(page)[entry.versionOf?.place ?? 0]) ?? entry;
}

/** The learned declarations of an entry, as they are written. */
const learnedDeclarations = (look: Look, entry: Entry): Declaration[] =>
  entry.declarations.filter((declaration) => {
    const other = entryNamed(look.all, declaration.target.text);
    const retcons = other ? edgesOf(look.all, declaration.fromOldEnd ? entry : other) : [];
    const retcon = retcons.find(({ declared }) => declared.some((one) => one.declaration === declaration));
    if (!retcon) return false;
    const effective = retcon.effective === 'always' ? null : retcon.effective;
    return firstLearned(timesOfDeclaration(look.learner, entry, effective), look.until) !== undefined;
  });

/** Whether the view shows anything of the entry that a declaration names; remembers it as the target. */
function leadsSomewhere(look: Look, declaration: Declaration, copy: Declaration): boolean {
  const target = entryNamed(look.all, declaration.target.text);
  const shown = target && shownOf(look, target);
  const end = shown?.page ?? shown?.veiled;
  if (end) look.targets.set(copy, end);
  return end !== undefined && end !== null;
}

/** What was learned of the shown page at a path; undefined: no page is shown there. */
export function learnedAt(look: Look, path: string): LearnedPage | undefined {
  const entry = isShownAt(look, path) ? entryAt(look.all.canon, path) : undefined;
  return (
    entry && {
      facts: [...factsLearned(look, entry)].map(({ fact }) => entry.facts.indexOf(fact)),
      declarations: learnedDeclarations(look, entry).flatMap((declaration) => {
        const place = entry.declarations.indexOf(declaration);
        const target = entryNamed(look.all, declaration.target.text);
        if (target && isPageOpen(look, target)) return { place, target: target.path };
        return target && shownOf(look, target).veiled ? { place, target: null } : [];
      }),
    }
  );
}

/** The glance at a path; null: no page is shown there. */
export function glanceAt(look: Look, path: string): Glance | null {
  let glance = look.glances.get(path);
  if (glance === undefined) {
    const entry = isShownAt(look, path) ? entryAt(look.all.canon, path) : undefined;
    glance = entry ? { path, tier: entry.tier, hidesProse: isProseHidden(proseReader(look), entry) } : null;
    look.glances.set(path, glance);
  }
  return glance;
}

/**
 * Fills in the glances of all pages. The links of a page are resolved only if the index lists it among those that name a hidden page.
 * Yields from time to time.
 */
export function* glanceAtAll(look: Look): Generator<null, void, unknown> {
  const { canon, has } = look.all;
  const { glances } = look;
  const hidden = new Set<string>();
  const reader = proseReader(look);
  // No index lists links to files that are not pages but have a page's name.
  const mayLeadToFiles = canon.codex.audience.length > 0;
  let looked = 0;
  for (const [path, entry] of tableEntries(canon.entries)) {
    if (has(entry) && isPageOpen(look, entry)) {
      const leads = entry.links.some(
        ({ target }) =>
          ((mayLeadToFiles && target.includes('/')) || withoutEnding(target) !== target) && reader.isHiddenName(target),
      );
      glances.set(path, { path, tier: entry.tier, hidesProse: entry.mayVeil || leads });
    } else {
      glances.set(path, null);
      for (const name of entry.names) hidden.add(name);
    }
    if (++looked % BATCH === 0) yield null;
  }
  const naming = new Set<string>();
  for (const name of hidden) for (const path of at(canon.alsoNaming, name) ?? []) naming.add(path);
  for (const path of naming) {
    const glance = glances.get(path);
    const entry = glance?.hidesProse === false ? entryAt(canon, path) : undefined;
    if (glance && entry) glances.set(path, { ...glance, hidesProse: isProseHidden(reader, entry) });
    if (++looked % BATCH === 0) yield null;
  }
}

/** Collects the names of all hidden pages, so that no other name has to be resolved any more. Yields from time to time. */
export function* findHiddenNames(look: Look): Generator<void, void> {
  const { canon } = look.all;
  const hidden = new Set<string>();
  let looked = 0;
  for (const path of tableKeys(canon.entries)) {
    if (!isShownAt(look, path)) for (const name of entryAt(canon, path)?.names ?? []) hidden.add(name);
    if (++looked % BATCH === 0) yield;
  }
  look.hiddenNames = hidden;
}

const BATCH = 256;
