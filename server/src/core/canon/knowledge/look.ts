/** What a knower sees of each entry: whether its page is open, and which facts and declarations. */
import type { WorldDate, Moment } from '../../chronology';
import { audienceAt } from '../../codex/pathRules';
import type { Entry, Declaration, Fact } from '../../entry/entry';
import type { WhyHidden, Glance, HeldFact, LearnedPage, PageReader, Still } from '../model/canonValue';
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
import { beginningOf, ownBeginning } from '../retcons/clips';
import { isNameAmong, isProseHidden } from './prose';
import { type FactParts, redacted, type ShownEntry, shownFact, veiled } from './redacted';
import { addTo } from '../../text/groups';

/** @param page of the canon that is looked at, which is not shown */
export function whyHidden(look: Look, page: Entry): WhyHidden {
  const entry = entryAt(look.all.canon, page.path);
  if (!entry || !look.all.has(entry)) return { why: page.draft ? 'draft' : 'told' };
  if (isDoubtful(look.all, entry)) return { why: 'doubt' };
  const first = firstLearned(timesOfPage(look.learner, entry), null);
  return first?.text != null ? { why: 'later', from: first.text } : { why: 'never' };
}

/** By what codex.yaml says of the folder alone. */
export function isFolderOpen({ known, knower }: Learner, path: string, until: WorldDate | null): boolean {
  const given = audienceAt(known.canon.codex, path);
  return given === null || given.some((name) => firstLearned(timesIn(known, knower, name), until) !== undefined);
}

/** A path that no file has: what was learned of a page that is not shown stands there. */
export const VEILED = '\u0000';

/** Somebody's look at a canon, and what came of it so far: an entry is looked at when it is asked for. */
export interface Look {
  /** The canon as of a point, beliefs and all. */
  readonly all: Still;
  /** The same without what some believe. */
  readonly so: Still;
  readonly learner: Learner;
  /** What is learned by the end of this; null: by the end of time. */
  readonly until: WorldDate | null;
  /** Whether the page at a path is shown: by path, since most pages are only passed by. */
  readonly open: Map<string, boolean>;
  /** Whether a name may be that of a page that is not shown. */
  readonly names: Map<string, boolean>;
  /** The names of all pages that are not shown, once these have been looked for. */
  hiddenNames: ReadonlySet<string> | null;
  readonly glances: Map<string, Glance | null>;
  readonly shown: Map<Entry, ShownEntry>;
  /** What was learned of pages that are not shown, by a path of its own. */
  readonly veiled: Map<string, Entry>;
  /** Whether a source is hidden that was asked for. */
  readonly sources: Map<Source, boolean>;
  /** The files of each source, as far as they have been looked through, and the paths of the others. */
  readonly sourceFiles: { readonly found: Map<Source, string[]>; readonly others: Iterator<string> };
  /** For each copy that is shown, what it is a copy of. */
  readonly originals: WeakMap<Entry, Entry>;
  readonly facts: WeakMap<Fact, HeldFact & StatedFact>;
  /** What the declarations that are shown lead to. */
  readonly targets: WeakMap<Declaration, Entry>;
}

export const lookThrough = (all: Still, so: Still, learner: Learner, until: WorldDate | null): Look => ({
  all,
  so,
  learner,
  until,
  open: new Map(),
  names: new Map(),
  hiddenNames: null,
  glances: new Map(),
  shown: new Map(),
  veiled: new Map(),
  sources: new Map(),
  sourceFiles: { found: new Map(), others: tableKeys(all.canon.entries)[Symbol.iterator]() },
  originals: new WeakMap(),
  facts: new WeakMap(),
  targets: new WeakMap(),
});

/** Whether the page of an entry is open to the knower by then. */
export function isPageOpen(look: Look, entry: Entry): boolean {
  let is = look.open.get(entry.path);
  if (is === undefined) look.open.set(entry.path, (is = isOpenBy(look.learner, entry, look.until)));
  return is;
}

/** Whether there is a page at a path that is told by then, and open to the knower. */
export function isShownAt(look: Look, path: string): boolean {
  const is = look.open.get(path);
  if (is !== undefined) return is;
  const glance = look.glances.get(path);
  if (glance !== undefined) return glance !== null;
  const entry = entryAt(look.all.canon, path);
  return entry !== undefined && look.all.has(entry) && isPageOpen(look, entry);
}

/** Who reads what is looked at. */
export const readerThrough = (look: Look): PageReader => ({
  secrets: look.all.canon.codex.secrets,
  isInOn: (name) => firstLearned(timesIn(look.learner.known, look.learner.knower, name), look.until) !== undefined,
  isHiddenName: (name) => namesHidden(look, name),
  isNamedBy: (link) => saysHidden(look, link),
  isHiddenRef: (name) => isHidden(look, name),
});

/** The same of prose, whose links may lead to more than pages: what lies in a closed folder is not named either. */
export function proseReader(look: Look): PageReader {
  const reader = readerThrough(look);
  if (look.all.canon.codex.audience.length === 0) return reader;
  return { ...reader, isHiddenName: (name) => reader.isHiddenName(name) || isInClosedFolder(look, name) };
}

/** Whether a name may be that of a page that is not shown. One that a page has which is shown means that page, whatever else is called so. */
function namesHidden(look: Look, name: string): boolean {
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

/** Whether a path, seen from the root, leads to what is no page in a folder that is closed. */
const isInClosedFolder = (look: Look, name: string): boolean =>
  name.includes('/') &&
  !isFolderOpen(look.learner, name.replace(/^(?:\.{0,2}\/)+/, ''), look.until) &&
  !namesShown(look, name);

const pathsNamed = (look: Look, key: string): readonly string[] => filedPaths(look.all.canon, 'names', nameKey(key));

/** Whether a page that is shown is called so before all; a path, whether it lies there. */
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

/** What a page that is shown is called before all: an alias may be that of a page that is not, and a heading may stand in a secret. */
function ownNames(entry: Entry): string[] {
  const { writtenId, derivedId, folderId, fileName, title } = entry;
  const written = [...(writtenId ? [writtenId.text] : []), ...(isTitleWritten(entry) ? [title] : [])];
  // Another may hold a link or a comment, of which less is shown.
  return [derivedId, folderId, fileName, ...written.filter((one) => !/[[\]%<>]/.test(one))];
}

/** Whether the words of a link say a name of a page that is not shown, to which it may lead. @param link its target, a line break, its words */
function saysHidden(look: Look, link: string): boolean {
  const [target = ''] = link.split('\n', 1);
  const words = link.slice(target.length + 1);
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

export function shownOf(look: Look, entry: Entry): ShownEntry {
  let shown = look.shown.get(entry);
  if (shown) return shown;
  const parts = {
    ...partsOf(look),
    facts: () => learnedFacts(look, entry),
    declarations: () => learnedDeclarations(look, entry),
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

/** Whether a name is that of a page that is not shown. */
function isHidden(look: Look, name: string): boolean {
  // Where one page alone has a name, and it is shown, that is what is meant: it need not be made to be told.
  if (pathsNamed(look, name).length === 1 && !namesHidden(look, name)) return false;
  const entry = entryNamed(look.all, name);
  if (entry) return !isPageOpen(look, entry);
  // What is not told yet is not shown either.
  return entryNamed(allOf(look.all.canon), name) !== undefined || isHiddenSource(look, name);
}

/** Whether a source of the registry is named of which there are files, and none that is shown. */
function isHiddenSource(look: Look, name: string): boolean {
  const { all, sources } = look;
  const source = sourceCalled(all.canon.codex, citationIn(name)?.id ?? name);
  if (!source) return false;
  let is = sources.get(source);
  if (is === undefined) {
    is = false;
    for (const path of filesOf(look, source)) {
      is = !isShownAt(look, path);
      if (!is) break;
    }
    sources.set(source, is);
  }
  return is;
}

/** The files of a source: each file is looked at once for all sources, and not before it is needed. */
function* filesOf({ all, sourceFiles: { found, others } }: Look, source: Source): Generator<string> {
  yield* found.get(source) ?? [];
  for (let next = others.next(); !next.done; next = others.next()) {
    const own = sourceAt(all.canon.codex, next.value);
    addTo(found, own, next.value);
    if (own === source) yield next.value;
  }
}

/** The facts that were learned, and when. */
function* factsLearned(look: Look, entry: Entry): Generator<HeldFact & StatedFact> {
  const { all, learner, until } = look;
  const isInRetcon = !isApart(all, entry);
  for (const fact of entry.facts) {
    const begins = isInRetcon ? beginningFor(look, { entry, fact }) : ownBeginning(entry, fact);
    const learned = learnedBy(learner, entry, fact, { begins, until });
    if (learned) yield { learned, isBelief: isBelief(entry, fact), entry, fact };
  }
}

/** The same as they are shown. */
function learnedFacts(look: Look, entry: Entry): Fact[] {
  const parts = partsOf(look);
  return [...factsLearned(look, entry)].map((held, index) => {
    const copy = shownFact(parts, held.fact, index);
    look.facts.set(copy, held);
    return copy;
  });
}

/**
 * Where a fact begins is the same for everybody: where it is so, no belief has anything to do with it.
 * @param undone entries that count as never superseded
 */
export function beginningFor(
  { all, so }: Look,
  { entry, fact }: StatedFact,
  undone: readonly Entry[] = [],
): Moment | null {
  const entity = entityOfFact(all, entry, fact);
  if (isBelief(entry, fact)) return beginningOf(all, { entry, fact }, entity, undone);
  const asSo = (one: Entry): Entry => entryAt(so.canon, one.path) ?? one;
  return beginningOf(so, { entry: asSo(entry), fact }, entity, undone.map(asSo));
}

/** The declarations that were learned, as they are written. */
const learnedDeclarations = (look: Look, entry: Entry): Declaration[] =>
  entry.declarations.filter((declaration) => {
    const other = entryNamed(look.all, declaration.target.text);
    const retcons = other ? edgesOf(look.all, declaration.fromOldEnd ? entry : other) : [];
    const retcon = retcons.find(({ declared }) => declared.some((one) => one.declaration === declaration));
    if (!retcon) return false;
    const effective = retcon.effective === 'always' ? null : retcon.effective;
    return firstLearned(timesOfDeclaration(look.learner, entry, effective), look.until) !== undefined;
  });

/** Whether anything is known of what a declaration names; notes what that is. */
function leadsSomewhere(look: Look, declaration: Declaration, copy: Declaration): boolean {
  const target = entryNamed(look.all, declaration.target.text);
  const shown = target && shownOf(look, target);
  const end = shown?.page ?? shown?.veiled;
  if (end) look.targets.set(copy, end);
  return end !== undefined && end !== null;
}

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

/** Null: nothing is shown there. */
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
 * The same of all pages: each is looked at once, and where its links lead only if the index has it among those that name a page
 * which is not shown. Yields now and then.
 */
export function* glanceAtAll(look: Look): Generator<null, void, unknown> {
  const { canon, has } = look.all;
  const { learner, until, glances } = look;
  const hidden = new Set<string>();
  const reader = proseReader(look);
  // Of files that are no pages there is no index.
  const mayLeadToFiles = canon.codex.audience.length > 0;
  let looked = 0;
  for (const [path, entry] of tableEntries(canon.entries)) {
    if (has(entry) && isOpenBy(learner, entry, until)) {
      const leads =
        mayLeadToFiles && entry.links.some(({ target }) => target.includes('/') && reader.isHiddenName(target));
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

/** Looks for the names of all pages that are not shown: from then on no other is looked up to tell whether it may be one. Yields now and then. */
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
