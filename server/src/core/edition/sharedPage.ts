/** Makes one page of an edition: frontmatter built from what its readers may know, and the prose they may read. */
import { withoutHiddenLinks, shownBody, shownWords } from '../canon';
import { type Codex, hasKey, keyOf, spellingOf } from '../codex/codex';
import { filesLedTo, type FindPicture, longer, picturesIn, placeInLink, type CutByOthers } from './attachments';
import { GONE, type PageQuestions, type StateOfDeclaration, type StateOfPage } from './pageQuestions';
import type { WorldDate } from '../chronology';
import { readBody } from '../entry/body';
import { linkLabel } from '../entry/inline';
import type { DateWritten, Declaration, EndWritten, Entry, Fact, Ref } from '../entry/entry';
import { knownKey, cutFrontmatter } from '../entry/frontmatter';
import { isNearKnowledgeKey } from '../entry/knowledge';
import { nameKey } from '../entry/slug';
import { allFactsOf, presentFacts } from '../entry/versions';
import { changesShared, type SharedChange } from './sharedFormerly';
import { type YamlPair, isList, valueOf, type YamlValue } from '../yaml/tree';
import { addTo } from '../text/groups';
import { readEntry, isTitleWritten } from '../entry/readEntry';
import { OWN_LAYOUT, pairText, eolAt } from '../yaml/writeYaml';

/** A picture that a page shows, with its path in the codex. */
interface PictureShown {
  readonly from: string;
  /** The part of its path that the links of the page reveal. */
  readonly told: string;
}

interface FilesFound {
  readonly pictures: readonly PictureShown[];
  /** Pictures that it names but does not show, because its readers may not see them or they can't be read. */
  readonly hiddenPictures: readonly string[];
  /** How many other files it links to that its readers may not see. */
  readonly hiddenFiles: number;
}

/** Resolves the words of a page to files, and notes the files that they lead to. */
interface FilesOfPage {
  readonly wordsOf: (words: string) => string;
  /** Whether a text is only the name or the path of a hidden file. */
  readonly isHiddenFile: (text: string) => boolean;
  readonly found: () => FilesFound;
}

/** @param path of the page */
function filesOfPage(
  { audience }: Codex,
  path: string,
  { findPicture, questions }: { readonly findPicture: FindPicture; readonly questions: PageQuestions },
): FilesOfPage {
  const [pictures, hiddenPictures] = [new Map<string, string>(), new Set<string>()];
  const hiddenFiles = new Set<string>();
  /** Undefined: it is not a picture of the codex. */
  const isPictureHidden = (target: string): boolean | undefined => {
    const file = findPicture(target, path);
    if (file === undefined) return undefined;
    const isShown = questions.isOpenFolder(file) && questions.canReadPicture(file);
    if (isShown) pictures.set(file, longer(placeInLink(file, target, path), pictures.get(file)));
    else hiddenPictures.add(file);
    return !isShown;
  };
  const isOtherHidden = (target: string): boolean => {
    // Without an audience, no folder hides anything.
    if (audience.length === 0 || findPicture(target, path) !== undefined || questions.isPageName(target)) return false;
    const is = filesLedTo(target, path).some((file) => questions.isHiddenFile(file) && !questions.isPageName(file));
    if (is) hiddenFiles.add(target);
    return is;
  };
  return {
    wordsOf(words) {
      const left = withoutPictures(words, isPictureHidden);
      return audience.length === 0
        ? left
        : withoutHiddenLinks(left, { isHiddenName: isOtherHidden, isNamedBy: () => false });
    },
    isHiddenFile: (text) => isPictureHidden(text.trim()) ?? isOtherHidden(text),
    found: () => ({
      pictures: [...pictures].map(([from, told]) => ({ from, told })),
      hiddenPictures: [...hiddenPictures],
      hiddenFiles: hiddenFiles.size,
    }),
  };
}

function withoutPictures(words: string, isHidden: (target: string) => boolean | undefined): string {
  let [left, at] = ['', 0];
  for (const named of picturesIn(words)) {
    if (named.start < at || isHidden(named.target) !== true) continue;
    left += words.slice(at, named.start) + named.words;
    at = named.end;
  }
  return left + words.slice(at);
}

/** The source of a page's keys. */
interface KeySource {
  readonly codex: Codex;
  readonly until: WorldDate | null;
  /** The page as its readers know it. */
  readonly entry: Entry;
  readonly state: StateOfPage;
  readonly title: string;
  /** The keys of the page as written. */
  readonly top: readonly YamlPair[];
  /** The readable part of some words. */
  readonly wordsOf: (text: string) => string;
  readonly files: Pick<FilesOfPage, 'isHiddenFile'>;
  readonly questions: PageQuestions;
}

type Keys = Map<string, YamlValue>;

/** The keys of a page, in the order in which they are written. */
function sharedKeys(source: KeySource): YamlValue {
  const { codex, entry, top } = source;
  const keys: Keys = new Map();
  const say = (key: string, value: YamlValue | null): void => {
    if (value !== null && hasKey(codex, key)) keys.set(spellingOf(codex, key), value);
  };
  say('id', entry.writtenId && !source.questions.isHiddenName(entry.writtenId.text) ? entry.writtenId.text : null);
  say('title', source.title);
  const aliases = entry.aliases
    .filter(({ text }) => !source.questions.isHiddenName(text))
    .map(({ text }) => source.wordsOf(text));
  say('aliases', aliases.length > 0 ? aliases : null);
  say('type', entry.type?.span ? source.wordsOf(entry.type.text) : null);
  say(
    'entity',
    entry.entity && !source.questions.isHiddenName(entry.entity.text) ? refText(source, entry.entity) : null,
  );
  sayStretches(source, say);
  const changes = changesShared(entry);
  sayFacts(source, new Map(top.map(({ key }) => [key.content.start, key.text])), keys, presentFacts(entry));
  sayDeclarations(source, say);
  const sources = entry.sources.flatMap((ref) => openName(source, ref));
  say('sources', sources.length > 0 ? sources : null);
  for (const { key, value } of top) {
    if (!isShared(codex, key.text) || keys.has(key.text)) continue;
    const shown = shownValue(source, valueOf(value));
    if (shown !== null) keys.set(key.text, shown);
  }
  if (changes.length > 0)
    say(
      'formerly',
      changes.map((change) => formerItem(source, change)),
    );
  return asMapping(keys);
}

/** An item of `formerly`, as far as its readers have learned of it: in which session it was decided is the author's. */
function formerItem(source: KeySource, { version, before, dated }: SharedChange): YamlValue {
  const { change, effective } = version;
  const item: Keys = new Map();
  for (const { fact, facts } of before.values()) {
    const attribute = source.wordsOf(fact.attribute.text);
    const key = fact.entity ? `${source.wordsOf(fact.entity.text)}.${attribute}` : attribute;
    const values = facts.map((one) => {
      const value = refText(source, one.value);
      const {
        entity: _entity,
        attribute: _attribute,
        ...long
      } = longFact(source, one, value, {
        from: one.from?.date ? dateText(source, one.from) : null,
        end: null,
      });
      return Object.keys(long).length > 1 ? long : value;
    });
    const [only = ''] = values;
    item.set(key, values.length > 1 ? values : only);
  }
  if (dated && dated.date?.text !== version.date?.text)
    item.set('date', dated.date ? dateText(source, dated.date) : '');
  if (dated && dated.until?.text !== version.until?.text) item.set('until', dated.until ? endText(dated.until) : '');
  if (effective?.always || effective?.date)
    item.set('effective', effective.always ? 'always' : dateText(source, effective));
  if (change?.reason) item.set('reason', source.wordsOf(change.reason.text));
  if (change?.soft) item.set('soft', 'true');
  return asMapping(item);
}

const asMapping = (keys: Keys): YamlValue => Object.fromEntries(keys);

/** Whether codex.yaml shares a key as written. Keys that mean something to Retcon are built again, or are not for readers. */
export function isShared(codex: Codex, written: string): boolean {
  if (!codex.sharedKeys.has(keyOf(written)) || codex.attributeKeys.has(keyOf(written))) return false;
  const known = knownKey(codex, written);
  return known === undefined ? !isNearKnowledgeKey(keyOf(written)) : AS_WRITTEN.has(known);
}

/** Keys with a meaning that is the same for everybody. */
const AS_WRITTEN: ReadonlySet<string> = new Set(['canon', 'created', 'tier']);

type Say = (key: string, value: YamlValue | null) => void;

function sayStretches(source: KeySource, say: Say): void {
  const { entry } = source;
  if (entry.parts.length > 0) {
    say(
      'date',
      entry.parts.map(({ from }) => dateText(source, from)),
    );
    const ends = entry.parts.flatMap(({ until }) => (until ? endText(until) : []));
    const isInclusive = entry.parts.find(({ until }) => until)?.until?.inclusive === true;
    if (ends.length > 0) say(isInclusive ? 'through' : 'until', ends);
    return;
  }
  // A text that can't be read as a date may be any words.
  if (entry.date?.date) say('date', dateText(source, entry.date));
  if (entry.until) say(entry.until.inclusive ? 'through' : 'until', endText(entry.until));
}

/** Of a stretch that is not over yet, only the beginning is known. */
function dateText({ until }: KeySource, { date, text }: DateWritten): string {
  if (!date) return text;
  const isOver = !until || (date.end.line === until.end.line && date.end.day <= until.end.day);
  return isOver ? date.text : date.start.text || date.text;
}

const endText = ({ date, text }: EndWritten): string => date?.text ?? text;

/** A reference for its readers: a link if it leads to a page of theirs, else its words. */
function refText(source: KeySource, { text, linked }: Ref): string {
  const title = source.questions.titleElsewhere({ text, linked });
  if (title !== null) return source.wordsOf(title);
  return source.wordsOf(linked && !source.questions.isHiddenName(text) ? `[[${text}]]` : text);
}

/** @param topKeys by the places at which they are written */
function sayFacts(source: KeySource, topKeys: ReadonlyMap<number, string>, keys: Keys, facts: readonly Fact[]): void {
  const [attributes, short]: [Keys, Map<string, Keys>] = [new Map(), new Map()];
  const long: YamlValue[] = [];
  for (const fact of facts) {
    const value = refText(source, fact.value);
    const attribute = source.wordsOf(fact.attribute.text);
    const from = fact.from?.date ? dateText(source, fact.from) : (source.state.begins?.[fact.index] ?? null);
    const end = source.state.ends?.[fact.index] ?? null;
    if (end === GONE) continue;
    if (from !== null || fact.until || end !== null) long.push(longFact(source, fact, value, { from, end }));
    else if (fact.entity) {
      const entity = source.wordsOf(fact.entity.text);
      const own = short.get(entity) ?? new Map();
      add(short.set(entity, own) && own, attribute, value);
    } else {
      const key = topKeys.get(fact.attribute.span.start) ?? flatKeyOf(source, fact);
      if (key === undefined) add(attributes, attribute, value);
      else add(keys, key, value);
    }
  }
  if (attributes.size > 0) keys.set(spellingOf(source.codex, 'attributes'), asMapping(attributes));
  const pairs = [...short].map(([entity, own]) => [entity, asMapping(own)] as const);
  if (long.length > 0) keys.set(factsKey(source), [...pairs.map((pair) => Object.fromEntries([pair])), ...long]);
  else if (pairs.length > 0) keys.set(factsKey(source), Object.fromEntries(pairs));
}

/** The property in which a page has what it says now, if its readers hold an older value of it. */
const flatKeyOf = ({ top, codex }: KeySource, { attribute }: Fact): string | undefined =>
  codex.attributeKeys.has(keyOf(attribute.text))
    ? (top.find(({ key }) => keyOf(key.text) === keyOf(attribute.text))?.key.text ?? attribute.text)
    : undefined;

const factsKey = ({ codex }: KeySource): string => spellingOf(codex, 'facts');

/** A second value of an attribute makes a list of it. */
function add(keys: Keys, key: string, value: string): void {
  const before = keys.get(key);
  keys.set(key, before === undefined ? value : isList(before) ? [...before, value] : [before, value]);
}

function longFact(
  source: KeySource,
  { entity, attribute, until }: Fact,
  value: string,
  { from, end }: { readonly from: string | null; readonly end: string | null },
): Readonly<Record<string, YamlValue>> {
  return {
    ...(entity && { entity: source.wordsOf(entity.text) }),
    attribute: source.wordsOf(attribute.text),
    value,
    ...(from !== null && { from }),
    ...(end === null ? until && { [until.inclusive ? 'through' : 'until']: endText(until) } : { until: end }),
  };
}

function sayDeclarations(source: KeySource, say: Say): void {
  const lists = new Map<string, YamlValue[]>();
  for (const [i, declaration] of source.entry.declarations.entries()) {
    const item = declared(source, declaration, source.state.declarations[i]);
    if (!item) continue;
    const key = declaration.fromOldEnd ? 'superseded_by' : declaration.kind;
    addTo(lists, key, item);
  }
  for (const [key, items] of lists) say(key, items);
}

/** Null if its readers do not know the entry that it names. */
function declared(
  source: KeySource,
  declaration: Declaration,
  state: StateOfDeclaration | undefined,
): YamlValue | null {
  if (!state || state.id === null) return null;
  const { asOf, effective, reason, soft } = declaration;
  const isOwn = (attribute: string): boolean =>
    allFactsOf(source.entry).some((fact) => nameKey(fact.attribute.text) === nameKey(attribute));
  const only = declaration.only?.filter(({ attribute }, i) => state.only?.[i] ?? isOwn(attribute));
  if (only?.length === 0) return null;
  const sources = (declaration.sources ?? []).flatMap((ref) => openName(source, ref));
  return {
    id: state.id,
    ...(asOf?.date && { as_of: dateText(source, asOf) }),
    ...((effective?.always || effective?.date) && {
      effective: effective.always ? 'always' : dateText(source, effective),
    }),
    ...(reason && { reason: source.wordsOf(reason.text) }),
    ...(sources.length > 0 && { sources }),
    ...(only && { only: only.map(({ text }) => source.wordsOf(text)) }),
    ...(soft && { soft: 'true' }),
  };
}

/** The name of a shared page; none for a note of the author's own. */
function openName(source: KeySource, { text }: Ref): string[] {
  return !source.questions.isHiddenName(text) && source.questions.isPageName(text) ? [text] : [];
}

/** Null if nothing of it may be shown. */
function shownValue(source: KeySource, value: YamlValue): YamlValue | null {
  if (typeof value === 'string') {
    if (source.questions.isHiddenName(value) || source.files.isHiddenFile(value)) return null;
    const shown = source.wordsOf(value);
    return shown.trim() === '' && value !== '' ? null : shown;
  }
  if (isList(value)) {
    const items = value.flatMap((item) => {
      const shown = shownValue(source, item);
      return shown === null ? [] : [shown];
    });
    return items.length > 0 || value.length === 0 ? items : null;
  }
  const pairs = Object.entries(value as Readonly<Record<string, YamlValue>>).flatMap(([key, one]) => {
    const shown = source.questions.isHiddenName(key) ? null : shownValue(source, one);
    return shown === null ? [] : [[source.wordsOf(key), shown] as const];
  });
  return Object.fromEntries(pairs);
}

/** What all pages of an edition share. */
export interface PageSource {
  readonly codex: Codex;
  readonly until: WorldDate | null;
  readonly findPicture: FindPicture;
  readonly cutByOthers: CutByOthers;
}

/** The input of a page: its own file, and the questions it may ask. */
export interface PageGiven {
  readonly text: string;
  /** The file as written, as an entry: with its beliefs among its facts. */
  readonly written: Entry;
  readonly state: StateOfPage;
  readonly questions: PageQuestions;
}

export interface SharedPage extends FilesFound {
  /** As in the codex. */
  readonly path: string;
  readonly title: string;
  /** The lines between the fences. */
  readonly yaml: string;
  readonly body: string;
  /** The shared keys that are taken as written, the titles of pages elsewhere, and the beginnings of facts that no other shared text states. */
  readonly authored: readonly string[];
}

/** A page that is being made. */
export interface PageInMaking extends PageGiven {
  /** As its readers know it. */
  readonly entry: Entry;
  /** The keys of its frontmatter. */
  readonly top: readonly YamlPair[];
}

/** Its fences end as the lines between them do. */
export function textOfPage({ yaml, body }: Pick<SharedPage, 'yaml' | 'body'>): string {
  const eol = eolAt(yaml || body, 0);
  return `---${eol}${yaml}---${eol}${body}`;
}

export function sharedPage({ codex, until, findPicture }: PageSource, given: PageInMaking): SharedPage {
  const { text, entry, top, state, questions } = given;
  const reader = { ...questions, secrets: codex.secrets, inline: codex.inline };
  const files = filesOfPage(codex, entry.path, { findPicture, questions });
  const titles = new Set<string>();
  const titleElsewhere: PageQuestions['titleElsewhere'] = (ref) => {
    const title = questions.titleElsewhere(ref);
    if (title !== null) titles.add(title);
    return title;
  };
  const withTitles = (words: string): string => withTitlesElsewhere(words, titleElsewhere);
  const wordsOf = (words: string): string => withTitles(files.wordsOf(shownWords(reader, words)));
  const from = cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const eol = eolAt(text, 0);
  const body = trimmedEnd(withTitles(files.wordsOf(shownBody(reader, text.slice(from)))), eol);
  // The heading with the title may be in a hidden part.
  const title = isTitleWritten(given.written)
    ? wordsOf(entry.title)
    : readEntry(entry.path, textOfPage({ yaml: '', body }), codex).title;
  const keys = sharedKeys({
    codex,
    until,
    entry,
    state,
    title,
    top,
    wordsOf,
    files,
    questions: { ...questions, titleElsewhere },
  });
  const written = top.flatMap(({ key, value }) =>
    isShared(codex, key.text) ? [key.text, value ? text.slice(value.span.start, value.span.end) : ''] : [],
  );
  const dates = [...(state.begins ?? []), ...(state.ends ?? [])];
  const authored = [...titles, ...written, ...dates.flatMap((date) => (typeof date === 'string' ? date : []))];
  return { path: entry.path, title, yaml: yamlOf(keys, eol), body, authored, ...files.found() };
}

/** Links to another setting are printed, since its pages are not in the edition. */
function withTitlesElsewhere(words: string, titleElsewhere: PageQuestions['titleElsewhere']): string {
  if (!/\[\[[^\]|#\n]*:|\]\(<?[^)\s/]*:(?!\/\/)/.test(words)) return words;
  let [shown, at] = ['', 0];
  for (const { span, target, kind } of readBody(words, 0).links) {
    const title = span.start < at ? null : titleElsewhere({ text: target, linked: true });
    if (title === null) continue;
    shown += words.slice(at, span.start) + (linkLabel(words.slice(span.start, span.end), kind)?.trim() || title);
    at = span.end;
  }
  return shown + words.slice(at);
}

/** Nothing shows that something was hidden at the end. */
function trimmedEnd(words: string, eol: string): string {
  const trimmed = words.trimEnd();
  return trimmed === words ? words : `${trimmed}${eol}`;
}

function yamlOf(keys: YamlValue, eol: string): string {
  return Object.entries(keys as Readonly<Record<string, YamlValue>>)
    .map(([key, value]) => `${pairText(key, value, 0, { ...OWN_LAYOUT, eol })}${eol}`)
    .join('');
}
