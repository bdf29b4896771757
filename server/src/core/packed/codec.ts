/** An entry as bytes, and back. */
import type { Entry, PageKnowledge, SecretPassage } from '../entry/entry';
import type { Problem } from '../text/problem';
import { type Codec, type ByteCursor, listOf, maybe, nat, type Sink, span, text } from './bytes';
import { canonPosition, dateWritten, endWritten, part } from './packedDates';
import { readPackedFacts, writePackedFacts } from './packedFacts';
import { knowledgeCodec } from './packedKnowledge';
import { namesCodec, refCodec, writtenCodec } from './packedNames';
import { declarationCodec, factCodec, linkCodec } from './packedParts';

const CANON_KEYS = ['canon', 'created'] as const;

const canon: Codec<Entry['canon']> = {
  write(sink, value) {
    nat.write(sink, value ? 1 + CANON_KEYS.indexOf(value.key) : 0);
    if (value) writtenCodec.write(sink, value);
  },
  read(cursor) {
    const key = CANON_KEYS[nat.read(cursor) - 1];
    return key ? { text: text.read(cursor), span: span.read(cursor), key } : null;
  },
};

const maybeSpan = maybe(span);

const type: Codec<NonNullable<Entry['type']>> = {
  write(sink, { text: words, span: place }) {
    text.write(sink, words);
    maybeSpan.write(sink, place);
  },
  read: (cursor) => ({ text: text.read(cursor), span: maybeSpan.read(cursor) }),
};

/** There are few, and they can hold anything. */
const problem: Codec<Problem> = {
  write: (sink, one) => text.write(sink, JSON.stringify(one)),
  read: (cursor) => JSON.parse(text.read(cursor)) as Problem,
};

const maybeWritten = maybe(writtenCodec);
const maybeType = maybe(type);
const maybeRef = maybe(refCodec);
const maybeDate = maybe(dateWritten);
const maybeEnd = maybe(endWritten);
const maybePosition = maybe(canonPosition);
const refs = listOf(refCodec);
const parts = listOf(part);
const declarations = listOf(declarationCodec);
const links = listOf(linkCodec);
const manyWritten = listOf(writtenCodec);
const problems = listOf(problem);
const facts = listOf(factCodec);
const spans = listOf(span);

const secrets = listOf<SecretPassage>({
  write(sink, value) {
    span.write(sink, value.span);
    spans.write(sink, value.footnotes);
    refs.write(sink, value.knowers);
  },
  read: (cursor) => ({ span: span.read(cursor), footnotes: spans.read(cursor), knowers: refs.read(cursor) }),
});

const pageKnowledge: Codec<PageKnowledge> = {
  write(sink, value) {
    knowledgeCodec.write(sink, value);
    refs.write(sink, value.pov);
    secrets.write(sink, value.secrets);
    facts.write(sink, value.beliefs);
    declarations.write(sink, value.believedDeclarations);
  },
  read: (cursor) => ({
    ...knowledgeCodec.read(cursor),
    pov: refs.read(cursor),
    secrets: secrets.read(cursor),
    beliefs: facts.read(cursor),
    believedDeclarations: declarations.read(cursor),
  }),
};

/** Everything but its path, which is known to whoever asks for it. */
export function writePackedEntry(sink: Sink, entry: Entry): void {
  // Most are no drafts and say nothing of who knows them: all of it takes one byte.
  const { draft, knowledge, mayVeil, hasEvents, summarises, isUnpublished, referenceLinks } = entry;
  nat.write(
    sink,
    (draft ? 1 : 0) +
      (knowledge ? 2 : 0) +
      (mayVeil ? 4 : 0) +
      (hasEvents ? 8 : 0) +
      (summarises.length > 0 ? 16 : 0) +
      (isUnpublished ? 32 : 0) +
      (referenceLinks.length > 0 ? 64 : 0),
  );
  maybeWritten.write(sink, entry.writtenId);
  text.write(sink, entry.derivedId);
  text.write(sink, entry.folderId);
  text.write(sink, entry.fileName);
  text.write(sink, entry.title);
  maybeSpan.write(sink, entry.titleSpan);
  refs.write(sink, entry.aliases);
  maybeType.write(sink, entry.type);
  maybeRef.write(sink, entry.entity);
  maybeDate.write(sink, entry.date);
  maybeEnd.write(sink, entry.until);
  parts.write(sink, entry.parts);
  canon.write(sink, entry.canon);
  maybeWritten.write(sink, entry.unknownCanon);
  maybePosition.write(sink, entry.position);
  if (entry.knowledge) pageKnowledge.write(sink, entry.knowledge);
  maybeWritten.write(sink, entry.tier);
  maybeSpan.write(sink, entry.factsKey);
  declarations.write(sink, entry.declarations);
  refs.write(sink, entry.disputes);
  refs.write(sink, entry.reviewed);
  refs.write(sink, entry.sources);
  if (summarises.length > 0) refs.write(sink, summarises);
  links.write(sink, entry.links);
  links.write(sink, entry.ownLinks);
  if (referenceLinks.length > 0) links.write(sink, referenceLinks);
  namesCodec.write(sink, entry.names);
  manyWritten.write(sink, entry.unknownKeys);
  span.write(sink, entry.frontmatter);
  problems.write(sink, entry.problems);
  // They come last: some may be made later, and what stands before them can be read without them.
  writePackedFacts(sink, entry.facts);
}

export function readPackedEntry(cursor: ByteCursor, path: string): Entry {
  const flags = nat.read(cursor);
  return readPackedFacts(cursor, {
    path,
    writtenId: maybeWritten.read(cursor),
    derivedId: text.read(cursor),
    folderId: text.read(cursor),
    fileName: text.read(cursor),
    title: text.read(cursor),
    titleSpan: maybeSpan.read(cursor),
    aliases: refs.read(cursor),
    type: maybeType.read(cursor),
    entity: maybeRef.read(cursor),
    date: maybeDate.read(cursor),
    until: maybeEnd.read(cursor),
    parts: parts.read(cursor),
    canon: canon.read(cursor),
    unknownCanon: maybeWritten.read(cursor),
    position: maybePosition.read(cursor),
    draft: (flags & 1) !== 0,
    isUnpublished: (flags & 32) !== 0,
    mayVeil: (flags & 4) !== 0,
    hasEvents: (flags & 8) !== 0,
    knowledge: flags & 2 ? pageKnowledge.read(cursor) : null,
    tier: maybeWritten.read(cursor),
    factsKey: maybeSpan.read(cursor),
    declarations: declarations.read(cursor),
    disputes: refs.read(cursor),
    reviewed: refs.read(cursor),
    sources: refs.read(cursor),
    summarises: flags & 16 ? refs.read(cursor) : [],
    links: links.read(cursor),
    ownLinks: links.read(cursor),
    referenceLinks: flags & 64 ? links.read(cursor) : [],
    names: namesCodec.read(cursor),
    unknownKeys: manyWritten.read(cursor),
    frontmatter: span.read(cursor),
    problems: problems.read(cursor),
  });
}
