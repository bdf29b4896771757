/** Reads one markdown file as an entry: its fields, its title, its tags and the problems. Never throws. */
import { withoutPageEnd } from '../text/pageFile';
import { CONFLICT, conflictsIn, UNREAD_LETTER } from '../text/unreadable';
import { nfc } from '../text/nearNames';
import { type Codex, keyOf, tagKey } from '../codex/codex';
import { KNOWN_KEYS } from '../codex/keys';
import { isoPosition, positionNamed } from '../codex/revisions';
import { typeAt } from '../codex/pathRules';
import { mergedPairs, type YamlMapping, type YamlPair, type YamlNode } from '../yaml/tree';
import { blankName } from '../yaml/oddBlanks';
import { readYaml } from '../yaml/readYaml';
import { readBody, type Body } from './body';
import { keepsSecretApart, readDeclarations } from './declarations';
import { isBroken, type Entry, type SecretPassage, type Written } from './entry';
import { readFacts } from './facts';
import { readFormerly } from './formerly';
import { numberNames, readHeaders } from './headers';
import { withInlineProperties } from './inlineProperties';
import { unwantedWords } from './unwantedWords';
import { cutFrontmatter, knownKey, missedFrontmatter } from './frontmatter';
import { mayLinkOtherwise, ownLinks, referenceLinks } from './links';
import {
  beginsAsToml,
  hasNearKey,
  isNearKnowledgeKey,
  pageKnowledge,
  partBeliefs,
  SAYS_NOTHING,
  saysItLoosely,
} from './knowledge';
import {
  byKey,
  isAbsent,
  type FileReading,
  readFlag,
  readOneRef,
  readRefs,
  readTextValue,
  soleNode,
} from './entryShapes';
import { hidesLinks, secretPassages, mayVeil, veilDoubts } from './veil';
import { nameKey, slug } from './slug';
import { readStretches } from './stretches';
import { mayHoldEvents } from './timelineBlocks';
import type { Problem } from '../text/problem';
import { publishingOf, unreadMarks } from './unreadMarks';
import type { Span } from '../text/span';

const KNOWN: ReadonlySet<string> = new Set(KNOWN_KEYS.map(({ key }) => key));

type Unfinished = { -readonly [K in keyof Entry]: Entry[K] };

/** @param path relative to the codex root, with `/` */
export function readEntry(path: string, text: string, codex: Codex): Entry {
  const reading: FileReading = { path, text, codex, problems: [] };
  const cut = cutFrontmatter(text);
  const from = cut?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const frontmatter = cut ? readFrontmatter(reading, cut) : null;
  const mapping = codex.inline ? withInlineProperties(text, from, frontmatter) : frontmatter;
  const { pairs, flat, unknown, written: asWritten } = sortKeys(reading, mapping, from);
  const isDoubtful = (): boolean =>
    keepsSecretApart(reading, pairs) || isUncertain(reading, cut, mapping) || hasNearKey(reading, unknown);
  const body = readBody(text, from);
  reportText(reading, cut, from);
  const at = <T>(key: string, read: (pair: YamlPair) => T): T | null => {
    const pair = pairs.get(key);
    return pair ? read(pair) : null;
  };
  const { derivedId, folderId, fileName } = namesOfFile(path);
  const writtenId = at('id', (pair) => readTextValue(reading, pair));
  const written = at('title', (pair) => readTextValue(reading, pair));
  const title = written?.text ? written : titleWithout(codex, { path, fileName, text, from, body });
  const ownType = at('type', (pair) => readTextValue(reading, pair));
  const aliases = at('aliases', (pair) => readRefs(reading, pair)) ?? [];
  const own = [writtenId?.text ?? '', derivedId, folderId, fileName, title.text, ...numberNames(reading, asWritten)];

  const { declarations, beside } = readDeclarations(reading, pairs, unknown);
  const { date, until, parts } = readStretches(reading, pairs);
  const { canon, unknownCanon, position } = readCanon(reading, pairs);

  // Spreading objects into it, or copying it, would cost more than reading most of its keys.
  const entry: Unfinished = {
    path,
    writtenId: writtenId?.text ? writtenId : null,
    derivedId,
    folderId,
    fileName,
    title: title.text,
    titleSpan: title.span,
    aliases,
    type: ownType?.text ? ownType : typeGiven(reading, mapping, body),
    entity: at('entity', (pair) => readOneRef(reading, pair)),
    date,
    until,
    parts,
    canon,
    unknownCanon,
    position,
    knowledge: null,
    mayVeil: mayVeil(text, from) || mapping !== frontmatter || mayLinkOtherwise(text, from, body.links.length),
    hidesLinks: false,
    hasEvents: mayHoldEvents(text, from),
    draft: at('draft', (pair) => readFlag(reading, pair)) ?? false,
    publishing: publishingOf(unknown),
    tier: at('tier', (pair) => readTextValue(reading, pair)),
    facts: readFacts(reading, pairs, flat),
    formerly: [],
    factsKey: pairs.get('facts')?.key.content ?? null,
    declarations,
    disputes: at('disputes', (pair) => readRefs(reading, pair)) ?? [],
    reviewed: at('reviewed', (pair) => readRefs(reading, pair)) ?? [],
    sources: at('sources', (pair) => readRefs(reading, pair)) ?? [],
    summarises: at('summarises', (pair) => readRefs(reading, pair)) ?? [],
    links: body.links,
    ownLinks: [],
    referenceLinks: referenceLinks(text, body),
    names: keysOf(own, aliases),
    unknownKeys: unknown.filter((pair) => !beside.has(pair)).map(({ key }) => ({ text: key.text, span: key.content })),
    frontmatter: cut?.yaml ?? { start: 0, end: 0 },
    problems: reading.problems,
  };
  const knowledge = pageKnowledge(reading, pairs, isDoubtful(), secretsIn(reading, entry, from));
  reading.problems.push(...unreadMarks(reading, { from, written: asWritten, unknown, tags: body.tags, knowledge }));
  entry.knowledge = knowledge;
  return completed(reading, entry, mapping, pairs.get('formerly'));
}

/** The secrets of the prose; what is in doubt about them is reported. */
function secretsIn(reading: FileReading, entry: Unfinished, from: number): readonly SecretPassage[] {
  if (!entry.mayVeil) return [];
  reading.problems.push(...veilDoubts(reading, from));
  const passages = secretPassages(reading.text, from, reading.codex);
  entry.hidesLinks = hidesLinks(reading, from, { links: entry.links, passages });
  return passages;
}

/** Adds what only the rest of the entry shows: its versions, and the links that are not names by themselves. */
function completed(
  reading: FileReading,
  entry: Unfinished,
  mapping: YamlMapping | null,
  formerly: YamlPair | undefined,
): Entry {
  if (formerly) Object.assign(entry, readFormerly(reading, formerly, entry));
  const whole: Unfinished = withKnowledge(entry, entry.knowledge);
  if (mapping) whole.ownLinks = ownLinks(reading, mapping, whole);
  return whole;
}

/** Reports what can be said of the text as a whole, whatever its keys say. */
function reportText(reading: FileReading, cut: ReturnType<typeof cutFrontmatter>, from: number): void {
  const { text, problems } = reading;
  const isInConflict = problems.some(({ code }) => code === 'entry/conflict');
  for (const span of conflictsIn(text, from, isInConflict))
    problems.push({ code: 'entry/conflict', span, message: CONFLICT });
  problems.push(...(cut ? [] : notAtTheTop(reading)), ...unreadLetters(text), ...unwantedWords(reading, from));
}

/** The type that codex.yaml gives a page by its path or its tags. */
function typeGiven({ codex, path }: FileReading, mapping: YamlMapping | null, { tags }: Body): Entry['type'] {
  const given = typeAt(codex, path, () => tagsOf(mapping, tags));
  return given === null ? null : { text: given, span: null };
}

/** The entry with its knowledge; beliefs are no longer among its facts. */
function withKnowledge(entry: Entry, said: Entry['knowledge']): Entry {
  if (entry.formerly.length > 0) return numbered(withOwnKnowledge(entry, said));
  return said || entry.facts.some((fact) => fact.knowledge) ? withOwnKnowledge(entry, said) : entry;
}

function withOwnKnowledge(entry: Entry, said: Entry['knowledge']): Entry {
  const { so, beliefs } = partBeliefs(entry.facts, said);
  if (!said && beliefs.length === 0) return entry;
  const isBelief = (said?.believedBy ?? null) !== null;
  const knowledge = { ...(said ?? SAYS_NOTHING), beliefs, believedDeclarations: isBelief ? entry.declarations : [] };
  return { ...entry, facts: so, declarations: isBelief ? [] : entry.declarations, knowledge };
}

/** The entry with the facts of its versions numbered one after the other, and their beliefs apart. */
function numbered(entry: Entry): Entry {
  let index = entry.facts.length;
  const formerly = entry.formerly.map((version) => {
    const { so, beliefs } = partBeliefs(version.facts, version.knowledge);
    const facts = so.map((fact) => ({ ...fact, index: index++ }));
    const knowledge = beliefs.length > 0 ? { ...(version.knowledge ?? SAYS_NOTHING), beliefs } : version.knowledge;
    return { ...version, facts, knowledge, again: version.again.map((fact, i) => ({ ...fact, index: i })) };
  });
  return { ...entry, facts: entry.facts.map((fact, i) => ({ ...fact, index: i })), formerly };
}

/** Whether the frontmatter may not be read as its author meant it, so that a key may have been missed. */
function isUncertain(
  reading: FileReading,
  cut: ReturnType<typeof cutFrontmatter>,
  mapping: YamlMapping | null,
): boolean {
  const { text, problems } = reading;
  if (!cut) return saysItLoosely(text) || beginsAsToml(text);
  if (!cut.closed || cut.language !== '' || isBroken({ problems })) return true;
  // A template put its own frontmatter above the existing one.
  const below = text.startsWith('---', cut.body) ? cutFrontmatter(text.slice(cut.body)) : null;
  if (below && saysItLoosely(text.slice(cut.body + below.yaml.start, cut.body + below.yaml.end))) return true;
  if (
    !mapping &&
    text
      .slice(cut.yaml.start, cut.yaml.end)
      .replace(/^[ \t]*#.*$/gm, '')
      .trim() !== ''
  )
    return true;
  return problems.some(
    ({ code, span }) =>
      code === 'frontmatter/duplicate-key' && isNearKnowledgeKey(keyOf(text.slice(span.start, span.end))),
  );
}

/** The slugs of the folder that was read last: pages are read folder by folder. */
let slugged = { folder: '', slugs: '.' };

/** The names that an entry has from its path. */
function namesOfFile(path: string): Pick<Entry, 'fileName' | 'derivedId' | 'folderId'> {
  const fileName = nfc(withoutPageEnd(path.slice(path.lastIndexOf('/') + 1)));
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const derivedId = slug(fileName);
  if (slugged.folder !== folder) slugged = { folder, slugs: folder ? folder.split('/').map(slug).join('/') : '.' };
  const folderId = `${slugged.slugs}/${derivedId}`;
  return { derivedId, folderId, fileName };
}

/** The keys of some names, each once. */
function keysOf(names: readonly string[], aliases: readonly Written[]): readonly string[] {
  const keys = new Set<string>();
  for (const name of names) if (name !== '') keys.add(nameKey(name));
  for (const { text } of aliases) if (text !== '') keys.add(nameKey(text));
  return [...keys];
}

/** Frontmatter with a key of ours that is not read, since something stands above it. */
function notAtTheTop({ text, codex }: FileReading): Problem[] {
  const blank = /^\uFEFF?---[ \t]*([^\S\r\n \t]|[\u200B\u2060])/.exec(text)?.[1];
  if (blank !== undefined) {
    const message = `There is ${blankName(blank)} after these dashes, so no tool reads them as the beginning of frontmatter: take it out.`;
    return [
      { code: 'frontmatter/invalid-yaml', span: { start: text.indexOf('-'), end: text.indexOf(blank) + 1 }, message },
    ];
  }
  const missed = missedFrontmatter(text);
  const root = missed && readYaml(text, missed.yaml).root;
  const keys = root?.kind === 'mapping' ? root.pairs.map(({ key }) => key.text) : [];
  if (!missed || !keys.some((key) => knownKey(codex, key) !== undefined || codex.attributeKeys.has(keyOf(key))))
    return [];
  const above =
    text.slice(missed.above.start, missed.above.end).trim() === '' ? 'there is blank space' : 'there is a comment';
  const message = `This frontmatter is not read, because ${above} above it: it has to begin on the first line of the page.`;
  return [{ code: 'frontmatter/not-at-the-top', span: missed.fence, message }];
}

function unclosed(text: string): string {
  const blank = /\n---[ \t]*([^\S\r\n \t]|[\u200B\u2060])\s*(?:\n|$)/.exec(text)?.[1];
  const why = blank === undefined ? '' : ` (its last dashes are followed by ${blankName(blank)})`;
  return `This frontmatter is never closed, so other tools do not read it${why}: write \`---\` on a line of its own after it.`;
}

/** The first replacement character: where one letter could not be read, mostly many could not. */
function unreadLetters(text: string): Problem[] {
  const at = text.indexOf(UNREAD_LETTER);
  if (at === -1) return [];
  const message =
    'A letter here could not be read. If this file is not written in UTF-8, save it as UTF-8 (in VS Code, with the encoding in the status bar); if it is, write the letter again.';
  return [{ code: 'entry/unread-letters', span: { start: at, end: at + 1 }, message }];
}

function readFrontmatter(
  reading: FileReading,
  cut: NonNullable<ReturnType<typeof cutFrontmatter>>,
): YamlMapping | null {
  if (cut.language) {
    const message = `This frontmatter is marked as ${cut.language}. Retcon reads YAML only and never runs code: begin it with a plain \`---\`.`;
    reading.problems.push({ code: 'frontmatter/not-yaml', span: cut.fence, message });
    return null;
  }
  const { root, problems } = readYaml(reading.text, cut.yaml);
  reading.problems.push(...problems);
  if (!cut.closed)
    reading.problems.push({ code: 'frontmatter/unclosed', span: cut.fence, message: unclosed(reading.text) });
  return root?.kind === 'mapping' ? root : null;
}

/** Sorts the top-level keys: known ones by their name here, flat attributes, and the author's own. */
function sortKeys(reading: FileReading, mapping: YamlMapping | null, from: number) {
  const pairs = new Map<string, YamlPair>();
  const flat: YamlPair[] = [];
  const unknown: YamlPair[] = [];
  const { fields, attributeKeys } = reading.codex;
  const all = mapping ? byKey(reading, mapping) : new Map<string, YamlPair>();
  const taken = new Set<string>();
  for (const [known, spellings] of fields) {
    let found: YamlPair | undefined;
    for (const spelling of spellings) {
      const pair = all.get(spelling);
      if (!pair) continue;
      taken.add(spelling);
      // A template leaves keys blank that another spelling has filled in.
      if (!found || (isAbsent(found.value) && !isAbsent(pair.value))) found = pair;
    }
    if (found) pairs.set(known, found);
  }
  for (const [key, pair] of all) {
    if (taken.has(key)) continue;
    if (KNOWN.has(key) && !fields.has(key)) pairs.set(key, pair);
    else if (attributeKeys.has(key)) flat.push(pair);
    else unknown.push(pair);
  }
  readHeaders(reading, pairs, all, from);
  return { pairs, flat, unknown, written: all };
}

/** The canon position: that of `canon`, else of `created` where it is an ISO date, else none. */
function readCanon(
  reading: FileReading,
  pairs: ReadonlyMap<string, YamlPair>,
): Pick<Entry, 'canon' | 'unknownCanon' | 'position'> {
  const written = writtenAt(reading, pairs.get('canon'));
  const position = written ? positionNamed(reading.codex, written.text) : null;
  if (written && position)
    return { canon: { text: written.text, span: written.span, key: 'canon' }, unknownCanon: null, position };
  const created = soleNode(reading, pairs.get('created')?.value ?? null);
  const createdAt = created?.kind === 'scalar' ? isoPosition(reading.codex, created.text) : null;
  if (created?.kind !== 'scalar' || !createdAt) return { canon: null, unknownCanon: written, position: null };
  const canon = { text: created.text.trim(), span: created.content, key: 'created' } as const;
  return { canon, unknownCanon: written, position: createdAt };
}

const writtenAt = (reading: FileReading, pair: YamlPair | undefined): Written | null =>
  pair ? readTextValue(reading, pair) : null;

interface Title {
  readonly text: string;
  /** The heading with the title, even if the file's name is equal; null if none has it. */
  readonly span: Span | null;
}

/** @param path relative to the codex root @param from where the body begins */
function titleWithout(
  { titles }: Codex,
  { path, fileName, text, from, body }: { path: string; fileName: string; text: string; from: number; body: Body },
): Title {
  const folder = INDEX.test(fileName) ? path.split('/').at(-2)?.normalize('NFC') : undefined;
  const name = folder ?? fileName;
  const { heading } = body;
  const said = heading ? withoutMarkup(heading.text) : '';
  const isTitle = titles === 'heading' || (titles === null && isNoTitle(fileName) && isAtTop(text, from, body));
  return heading && said !== '' && (isTitle || said === name)
    ? { text: said, span: heading.span }
    : { text: name, span: null };
}

const INDEX = /^(?:_?index|readme)$/i;

/** Whether a file's name is unfit for display: a slug, a number, the index page of a folder. */
const isNoTitle = (fileName: string): boolean => INDEX.test(fileName) || !NAME.test(fileName);

/** A capital or a space; in a script that has no capitals, a name looks like any other word. */
const NAME = /[\p{Lu}\p{Lt}\p{Lo}\s]/u;

/** The most characters of comments and pictures above a title heading. */
const MOST_ABOVE = 4000;

/** Markup that may precede a title without being text: comments, pictures, HTML tags. */
const NO_TEXT = /<!--.*?-->|%%.*?%%|!\[\[[^\]]*\]\]|!\[[^\]]*\]\([^()]*\)|<[^<>]*>|(?<!\S)#[^\s#]+/gs;

/** Whether the heading is the only one of its level, with no text above it. */
function isAtTop(text: string, from: number, { heading, isSole }: Body): boolean {
  const above = heading ? heading.span.start - from : Infinity;
  return isSole && above <= MOST_ABOVE && !/[\p{L}\p{N}]/u.test(text.slice(from, from + above).replace(NO_TEXT, ' '));
}

/** Anything longer is not a title; a line of any length must cost little. */
const LONGEST_TITLE = 500;

/** A heading without markup: `**The** [[queen|Queen]]` is "The Queen". */
export const withoutMarkup = (heading: string): string => readAloud(heading.slice(0, LONGEST_TITLE)).trim();

/** Prose without the marks of its links and of its emphasis. */
export const readAloud = (prose: string): string =>
  prose
    .replace(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '');

/** Whether a page writes its title as a key. */
export const isTitleWritten = ({ titleSpan, frontmatter }: Pick<Entry, 'titleSpan' | 'frontmatter'>): boolean =>
  titleSpan !== null && titleSpan.end <= frontmatter.end;

/** As `tagKey` gives them. @param inProse as they are written there */
function tagsOf(frontmatter: YamlMapping | null, inProse: readonly string[]): ReadonlySet<string> {
  const listed = (frontmatter ? mergedPairs(frontmatter) : []).filter(({ key }) => /^tags?$/.test(keyOf(key.text)));
  const tags = [...listed.flatMap(({ value }) => tagsIn(value)), ...inProse].map(tagKey);
  return new Set(tags.filter((tag) => tag !== ''));
}

/** A list has one tag per item; a text has them between commas or blanks. */
function tagsIn(node: YamlNode | null): readonly string[] {
  if (isAbsent(node)) return [];
  if (node.kind === 'sequence') return node.items.flatMap((item) => (item?.kind === 'scalar' ? item.text : []));
  return node.kind === 'scalar' ? node.text.split(node.text.includes(',') ? ',' : /\s+/) : [];
}
