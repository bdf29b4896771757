/** Encodes an entry as bytes, and decodes it, by a table of the fields of each part. */
import type { CanonPosition } from '../codex/canonTime';
import type { Link } from '../entry/inline';
import type {
  Declaration,
  Entry,
  FormerVersion,
  Knowledge,
  OnlyWritten,
  OwnStretch,
  PageKnowledge,
  SecretPassage,
} from '../entry/entry';
import type { Problem } from '../text/problem';
import {
  bit,
  type ByteCursor,
  type Codec,
  int,
  listOf,
  maybe,
  nat,
  wordOf,
  readItems,
  real,
  seldom,
  seldomList,
  type Sink,
  span,
  struct,
  text,
} from './bytes';
import {
  dateWritten,
  endWritten,
  factCodec,
  knowledgeCodec,
  readPackedFacts,
  refCodec,
  writePackedFacts,
  worldDate,
  writtenCodec,
} from './packedFacts';
import type { StringInterner } from './stringInterner';

const maybeSpan = maybe(span);
const seldomSpan = seldom(span);
const seldomRef = seldom(refCodec);
const seldomWritten = seldom(writtenCodec);
const seldomDate = seldom(dateWritten);
const seldomEnd = seldom(endWritten);
const refs = listOf(refCodec);
const seldomRefs = seldomList(refCodec);
const facts = listOf(factCodec);
const spans = listOf(span);

const NUMBERS = Symbol('numbers of names');

/** Names that were read from a pool. */
interface Numbered {
  readonly [NUMBERS]?: { readonly pool: StringInterner; readonly numbers: readonly number[] };
}

const numberCodec: Pick<Codec<number>, 'read'> = { read: text.readNumber };

/** The names under which an entry is filed. The list keeps their numbers, so that they need not be looked up again. */
const namesCodec: Codec<readonly string[]> = {
  write: listOf(text).write,
  read(cursor) {
    const { pool } = cursor.from;
    const numbers = readItems(cursor, numberCodec, nat.read(cursor));
    return Object.defineProperty(numbers.map(pool.at), NUMBERS, { value: { pool, numbers } });
  },
};

/** The numbers of some names in a pool; −1 for one that it does not have. */
export function numbersOf(pool: StringInterner, names: readonly string[]): readonly number[] {
  const read = (names as Numbered)[NUMBERS];
  return read?.pool === pool ? read.numbers : names.map(pool.find);
}

const maybeText = maybe(text);

const onlyCodec = struct<OnlyWritten>((of) => ({
  text: of(text),
  span: of(span),
  entity: of(maybeText),
  attribute: of(text),
  value: of(maybe(refCodec)),
}));

const effective = struct<NonNullable<Declaration['effective']>>((of) => ({
  always: of(bit),
  text: of(text),
  span: of(span),
  date: of(worldDate),
}));

const kind = wordOf(['supersedes', 'retracts', 'restores']);
const seldomEffective = seldom(effective);
const seldomSources = seldom(refs);
const seldomOnly = seldom(listOf(onlyCodec));

const declarationCodec = struct<Declaration>((of) => ({
  kind: of(kind),
  fromOldEnd: of(bit),
  target: of(refCodec),
  span: of(span),
  key: of(writtenCodec),
  asOf: of(seldomDate),
  effective: of(seldomEffective),
  reason: of(seldomWritten),
  sources: of(seldomSources),
  only: of(seldomOnly),
  soft: of(bit),
}));
const declarations = listOf(declarationCodec);
const seldomDeclaration = seldom(declarationCodec);
const seldomDeclarations = seldomList(declarationCodec);

const linkCodec: Codec<Link> = {
  write(sink, { kind, embed, target, heading, span: place, targetSpan, inFrontmatter }) {
    const isMarkdown = kind === 'markdown';
    const has = heading !== undefined;
    nat.write(sink, (isMarkdown ? 1 : 0) + (embed ? 2 : 0) + (has ? 4 : 0) + (inFrontmatter ? 8 : 0));
    text.write(sink, target);
    if (has) text.write(sink, heading);
    span.write(sink, place);
    // It lies inside the previous span.
    int.write(sink, targetSpan.start - place.start);
    int.write(sink, place.end - targetSpan.end);
  },
  read(cursor) {
    const flags = nat.read(cursor);
    const kind = flags & 1 ? 'markdown' : 'wiki';
    const target = text.read(cursor);
    const heading = flags & 4 ? { heading: text.read(cursor) } : {};
    const place = span.read(cursor);
    const targetSpan = { start: place.start + int.read(cursor), end: place.end - int.read(cursor) };
    const whole = { kind, embed: (flags & 2) !== 0, target, ...heading, span: place, targetSpan } as const;
    return flags & 8 ? { ...whole, inFrontmatter: true } : whole;
  },
};

const canonKey = wordOf(['canon', 'created']);

const canon = struct<NonNullable<Entry['canon']>>((of) => ({ text: of(text), span: of(span), key: of(canonKey) }));

const canonPosition = struct<CanonPosition>((of) => ({ time: of(real), rank: of(real) }));

const type = struct<NonNullable<Entry['type']>>((of) => ({ text: of(text), span: of(maybeSpan) }));

/** Only stretches that begin at a date are written. */
const beginning = dateWritten as Codec<OwnStretch['from']>;

const stretch = struct<OwnStretch>((of) => ({ from: of(beginning), until: of(seldomEnd) }));

/** There are few of them, and they can hold anything. */
const problem: Codec<Problem> = {
  write: (sink, one) => text.write(sink, JSON.stringify(one)),
  read: (cursor) => JSON.parse(text.read(cursor)) as Problem,
};

const secret = struct<SecretPassage>((of) => ({ span: of(span), footnotes: of(spans), knowers: of(refs) }));
const secrets = listOf(secret);

/** The keys for a page's knowers that a fact does not have. */
const pageOnly = struct<Omit<PageKnowledge, keyof Knowledge>>((of) => ({
  pov: of(refs),
  secrets: of(secrets),
  beliefs: of(facts),
  believedDeclarations: of(declarations),
}));

const pageKnowledge: Codec<PageKnowledge> = {
  write(sink, value) {
    knowledgeCodec.write(sink, value);
    pageOnly.write(sink, value);
  },
  read: (cursor) => ({ ...knowledgeCodec.read(cursor), ...pageOnly.read(cursor) }),
};

const seldomType = seldom(type);
const seldomCanon = seldom(canon);
const seldomPosition = seldom(canonPosition);
const seldomKnowledge = seldom(pageKnowledge);
const stretches = seldomList(stretch);
const links = seldomList(linkCodec);
const manyWritten = seldomList(writtenCodec);
const problems = seldomList(problem);

const places = listOf(nat);

const version = struct<FormerVersion>((of) => ({
  date: of(seldomDate),
  until: of(seldomEnd),
  parts: of(stretches),
  canon: of(seldomCanon),
  position: of(seldomPosition),
  sources: of(seldomRefs),
  facts: of(facts),
  again: of(facts),
  knowledge: of(seldomKnowledge),
  change: of(seldomDeclaration),
  effective: of(seldomEffective),
  replaces: of(places),
  hasOwnCanon: of(bit),
  unknownCanon: of(seldomWritten),
  isDated: of(bit),
}));
const versions = seldomList(version);

/** The bytes do not contain the path of an entry: a caller that asks for an entry knows it. */
const filledIn: Codec<string> = { write: () => undefined, read: () => '' };

/** All of an entry but its facts, which come last: some may be decoded later. */
const entryCodec = struct<Omit<Entry, 'facts' | 'versionOf'>>((of) => ({
  path: of(filledIn),
  writtenId: of(seldomWritten),
  derivedId: of(text),
  folderId: of(text),
  fileName: of(text),
  title: of(text),
  titleSpan: of(seldomSpan),
  aliases: of(seldomRefs),
  type: of(seldomType),
  entity: of(seldomRef),
  date: of(seldomDate),
  until: of(seldomEnd),
  parts: of(stretches),
  canon: of(seldomCanon),
  unknownCanon: of(seldomWritten),
  position: of(seldomPosition),
  draft: of(bit),
  publishing: of(wordOf(['unsaid', 'yes', 'no'])),
  mayVeil: of(bit),
  hidesLinks: of(bit),
  hasEvents: of(bit),
  knowledge: of(seldomKnowledge),
  tier: of(seldomWritten),
  factsKey: of(seldomSpan),
  declarations: of(seldomDeclarations),
  formerly: of(versions),
  disputes: of(seldomRefs),
  reviewed: of(seldomRefs),
  sources: of(seldomRefs),
  summarises: of(seldomRefs),
  links: of(links),
  ownLinks: of(links),
  referenceLinks: of(links),
  names: of(namesCodec),
  unknownKeys: of(manyWritten),
  frontmatter: of(span),
  problems: of(problems),
}));

export function writePackedEntry(sink: Sink, entry: Entry): void {
  entryCodec.write(sink, entry);
  writePackedFacts(sink, entry.facts);
}

export function readPackedEntry(cursor: ByteCursor, path: string): Entry {
  const entry: { path: string } & Omit<Entry, 'facts' | 'path'> = entryCodec.read(cursor);
  entry.path = path;
  return readPackedFacts(cursor, entry);
}
