/** What entries are made of as bytes, and back: names, facts, declarations, links. */
import type { Declaration, DeclarationKind, Fact, OnlyWritten } from '../entry/entry';
import type { Link } from '../entry/body';
import { type Codec, type ByteCursor, int, listOf, maybe, nat, span, text } from './bytes';
import { dateWritten, endWritten } from './packedDates';
import { knowledgeCodec } from './packedKnowledge';
import { refCodec, writtenCodec } from './packedNames';

const maybeRef = maybe(refCodec);
const maybeWritten = maybe(writtenCodec);
const maybeText = maybe(text);
const maybeDate = maybe(dateWritten);
const maybeEnd = maybe(endWritten);

/** The number of the entity where a fact names none. */
export const NO_VALUE = -1;

/** What describes a fact without making it: each as a number in the pool, one after the other. */
interface Glance {
  /** What it names as its entity. */
  readEntity(cursor: ByteCursor): number;
  /** Its attribute, which comes next. */
  readAttribute(cursor: ByteCursor): number;
}

export const factCodec: Codec<Fact> & Glance = {
  write(sink, { entity, attribute, value, from, until, index, knowledge }) {
    maybeRef.write(sink, entity);
    writtenCodec.write(sink, attribute);
    // The flags share a byte: most facts say nothing of who knows them, and that is to cost nothing.
    const { label } = value;
    nat.write(sink, (value.linked ? 1 : 0) + (knowledge ? 2 : 0) + (label === undefined ? 0 : 4));
    text.write(sink, value.text);
    span.write(sink, value.span);
    if (label !== undefined) text.write(sink, label);
    maybeDate.write(sink, from);
    maybeEnd.write(sink, until);
    nat.write(sink, index);
    if (knowledge) knowledgeCodec.write(sink, knowledge);
  },
  read(cursor) {
    const entity = maybeRef.read(cursor);
    const attribute = writtenCodec.read(cursor);
    const flags = nat.read(cursor);
    const value = { text: text.read(cursor), span: span.read(cursor), linked: (flags & 1) !== 0 };
    const fact = {
      entity,
      attribute,
      value: flags & 4 ? { ...value, label: text.read(cursor) } : value,
      from: maybeDate.read(cursor),
      until: maybeEnd.read(cursor),
      index: nat.read(cursor),
    };
    return flags & 2 ? { ...fact, knowledge: knowledgeCodec.read(cursor) } : fact;
  },
  readEntity: (cursor) => (nat.read(cursor) === 0 ? NO_VALUE : refCodec.readNumber(cursor)),
  readAttribute: (cursor) => text.readNumber(cursor),
};

const only: Codec<OnlyWritten> = {
  write(sink, { text: words, span: place, entity, attribute }) {
    text.write(sink, words);
    span.write(sink, place);
    maybeText.write(sink, entity);
    text.write(sink, attribute);
  },
  read: (cursor) => ({
    text: text.read(cursor),
    span: span.read(cursor),
    entity: maybeText.read(cursor),
    attribute: text.read(cursor),
  }),
};

const effective: Codec<Declaration['effective']> = {
  write(sink, value) {
    nat.write(sink, value ? (value.always ? 2 : 1) : 0);
    if (value) dateWritten.write(sink, value);
  },
  read(cursor) {
    const how = nat.read(cursor);
    return how === 0 ? null : { ...dateWritten.read(cursor), always: how === 2 };
  },
};

const maybeRefs = maybe(listOf(refCodec));
const maybeOnly = maybe(listOf(only));

const KINDS: readonly DeclarationKind[] = ['supersedes', 'retracts', 'restores'];

export const declarationCodec: Codec<Declaration> = {
  write(sink, value) {
    nat.write(sink, 4 * KINDS.indexOf(value.kind) + (value.fromOldEnd ? 2 : 0) + (value.soft ? 1 : 0));
    refCodec.write(sink, value.target);
    span.write(sink, value.span);
    writtenCodec.write(sink, value.key);
    maybeDate.write(sink, value.asOf);
    effective.write(sink, value.effective);
    maybeWritten.write(sink, value.reason);
    maybeRefs.write(sink, value.sources);
    maybeOnly.write(sink, value.only);
  },
  read(cursor) {
    const flags = nat.read(cursor);
    return {
      kind: KINDS[flags >>> 2] ?? 'supersedes',
      fromOldEnd: (flags & 2) !== 0,
      target: refCodec.read(cursor),
      span: span.read(cursor),
      key: writtenCodec.read(cursor),
      asOf: maybeDate.read(cursor),
      effective: effective.read(cursor),
      reason: maybeWritten.read(cursor),
      sources: maybeRefs.read(cursor),
      only: maybeOnly.read(cursor),
      soft: (flags & 1) !== 0,
    };
  },
};

export const linkCodec: Codec<Link> = {
  write(sink, { kind, embed, target, heading, span: place, targetSpan, inFrontmatter }) {
    const isMarkdown = kind === 'markdown';
    const has = heading !== undefined;
    nat.write(sink, (isMarkdown ? 1 : 0) + (embed ? 2 : 0) + (has ? 4 : 0) + (inFrontmatter ? 8 : 0));
    text.write(sink, target);
    if (has) text.write(sink, heading);
    span.write(sink, place);
    // It lies within.
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
