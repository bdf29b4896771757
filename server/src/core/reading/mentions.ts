/** What an entry's file mentions, and where: what is under the caret is the smallest mention that it touches. */
import { type Codex, keyOf } from '../codex/codex';
import { KNOWN_KEYS } from '../codex/keys';
import { knowersIn } from '../entry/naming';
import type { DateWritten, Entry, Fact, OnlyWritten, Ref, Written } from '../entry/entry';
import type { Link } from '../entry/body';
import { ownDates } from '../entry/stretches';
import { type Span, spanTouches } from '../text/span';
import { readYaml } from '../yaml/readYaml';
import type { YamlMapping, YamlNode } from '../yaml/tree';

export type Mention = { readonly span: Span } & (
  | { /** The entry itself, at its own `id`. */ readonly kind: 'self' }
  | { /** What names an entry. */ readonly kind: 'entry'; readonly ref: Ref }
  | { /** Who knows, believes or tells something. */ readonly kind: 'knower'; readonly ref: Ref }
  | { /** What names an entity, which need not have an entry. */ readonly kind: 'entity'; readonly ref: Ref }
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'attribute' | 'value'; readonly fact: Fact }
  | { readonly kind: 'only'; readonly only: OnlyWritten }
  | { readonly kind: 'date'; readonly date: DateWritten /** `always`. */; readonly always: boolean }
  | { readonly kind: 'revision'; readonly revision: Written }
  | {
      /** A key of the frontmatter, with those above it: `['supersedes', 'effective']`. */ readonly kind: 'key';
      readonly path: readonly string[];
    }
);

/** The mention under a caret, or just before it; null where there is none. */
export function mentionAt(entry: Entry, codex: Codex, text: string, offset: number): Mention | null {
  let best: Mention | null = null;
  const width = ({ span }: Mention): number => span.end - span.start;
  for (const mention of mentionsOf(entry, codex, text))
    if (spanTouches(mention.span, offset) && (!best || width(mention) < width(best))) best = mention;
  return best;
}

/** Everything that an entry mentions. Names of keys come last, since a key that is an attribute is described as one. */
export function* mentionsOf(entry: Entry, codex: Codex, text: string): Generator<Mention> {
  if (entry.writtenId) yield { kind: 'self', span: entry.writtenId.span };
  const named = [entry.entity ?? [], entry.disputes, entry.reviewed, entry.sources, entry.summarises].flat();
  for (const ref of named) yield { kind: 'entry', ref, span: ref.span };
  for (const { date, span } of datesOf(entry)) yield { kind: 'date', date, always: false, span };
  if (entry.canon?.key === 'canon') yield { kind: 'revision', revision: entry.canon, span: entry.canon.span };
  const { knowledge } = entry;
  for (const ref of knowersIn(entry)) yield { kind: 'knower', ref, span: ref.span };
  yield* momentsLearned(entry);
  for (const declaration of [...entry.declarations, ...(knowledge?.believedDeclarations ?? [])]) {
    for (const ref of [declaration.target, ...(declaration.sources ?? [])])
      yield { kind: 'entry', ref, span: ref.span };
    for (const only of declaration.only ?? []) yield { kind: 'only', only, span: only.span };
    const { asOf, effective } = declaration;
    if (asOf) yield { kind: 'date', date: asOf, always: false, span: asOf.span };
    if (effective) yield { kind: 'date', date: effective, always: effective.always, span: effective.span };
  }
  for (const fact of [...entry.facts, ...(knowledge?.beliefs ?? [])]) {
    if (fact.entity) yield { kind: 'entity', ref: fact.entity, span: fact.entity.span };
    yield { kind: 'attribute', fact, span: fact.attribute.span };
    yield { kind: 'value', fact, span: fact.value.span };
  }
  for (const link of [...entry.ownLinks, ...entry.links]) yield { kind: 'link', link, span: link.span };
  const root = entry.frontmatter.end > entry.frontmatter.start ? readYaml(text, entry.frontmatter).root : null;
  if (root?.kind === 'mapping') yield* keysOf(root, codex, []);
}

/** When each of them learns it: a world date, or a revision. */
function* momentsLearned({ facts, knowledge }: Entry): Generator<Mention> {
  const told = [knowledge, ...[...facts, ...(knowledge?.beliefs ?? [])].map((fact) => fact.knowledge)];
  for (const { when } of told.flatMap((one) => one?.knownBy ?? []))
    if (when?.date) yield { kind: 'date', date: when, always: false, span: when.span };
    else if (when) yield { kind: 'revision', revision: when, span: when.span };
}

function datesOf(entry: Entry): { date: DateWritten; span: Span }[] {
  const { facts, knowledge } = entry;
  const all = [...facts, ...(knowledge?.beliefs ?? [])];
  const told = [knowledge, ...all.map((fact) => fact.knowledge)].flatMap((one) => one?.knownFrom ?? []);
  const written = [...ownDates(entry), ...all.flatMap((fact) => [fact.from, fact.until]), ...told];
  return written.flatMap((date) => (date ? { date, span: date.span } : []));
}

/** Keys whose values have keys of Retcon's own below them. */
const NESTED: ReadonlySet<string> = new Set(['supersedes', 'superseded_by', 'retracts', 'restores', 'facts']);

function* keysOf(mapping: YamlMapping, codex: Codex, above: readonly string[]): Generator<Mention> {
  for (const { key, value } of mapping.pairs) {
    const name = above.length === 0 ? knownName(codex, key.text) : keyOf(key.text);
    const path = [...above, name];
    yield { kind: 'key', path, span: key.content };
    if (above.length === 0 && NESTED.has(name))
      for (const inner of mappingsIn(value)) yield* keysOf(inner, codex, path);
  }
}

const mappingsIn = (node: YamlNode | null): YamlMapping[] =>
  node?.kind === 'mapping' ? [node] : node?.kind === 'sequence' ? node.items.flatMap(mappingsIn) : [];

/** The key that a spelling means here: codex.yaml may have renamed it, and then the default name means nothing. */
export function knownName(codex: Codex, written: string): string {
  const key = keyOf(written);
  for (const [known, spellings] of codex.fields) if (spellings.includes(key)) return known;
  return codex.fields.has(key) && KNOWN_KEYS.some((known) => known.key === key) ? '' : key;
}
