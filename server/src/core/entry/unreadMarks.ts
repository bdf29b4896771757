/**
 * Finds marks that would hide a page, or a part of it, in other tools but hide nothing here: callouts, keys and tags of game
 * masters and others.
 */
import { audienceAt } from '../codex/pathRules';
import { keyOf, spellingOf } from '../codex/codex';
import {
  isHidingKey,
  isHidingMark,
  keepsFromPublishing,
  marksForPublishing,
  EVERYONE,
  mayHoldHidingMark,
  NO_ONE,
} from '../codex/knowledgeKeys';
import type { Problem } from '../text/problem';
import { cover, type Span, spanContains } from '../text/span';
import { quoted } from '../text/words';
import type { YamlNode, YamlPair } from '../yaml/tree';
import type { Entry, PageKnowledge } from './entry';
import { type FileReading, isAbsent } from './entryShapes';
import { KNOWLEDGE_KEYS } from './knowledge';
import { mayHoldFence } from './markdownBlocks';
import { nameKey } from './slug';
import { commentSpans } from './comments';
import { secretOpenings } from './veil';

export const HIDES_NOTHING = 'knowledge/hides-nothing';

/** What `publish: false` and keys like it say, which have no other meaning here. @param unknown the keys that Retcon does not know */
export function publishingOf(unknown: readonly YamlPair[]): Entry['publishing'] {
  if (unknown.some(({ key, value }) => keepsFromPublishing(key.text, textOf(value)))) return 'no';
  return unknown.some(({ key, value }) => marksForPublishing(key.text, textOf(value))) ? 'yes' : 'unsaid';
}

const textOf = (node: YamlNode | null): string => (node?.kind === 'scalar' ? node.text.trim() : '');

interface Marked {
  /** The offset of the prose. */
  readonly from: number;
  /** The keys of the frontmatter as they are written, by `keyOf`. */
  readonly written: ReadonlyMap<string, YamlPair>;
  readonly unknown: readonly YamlPair[];
  /** The tags of the prose, as written, without the `#`. */
  readonly tags: readonly string[];
  readonly knowledge: PageKnowledge | null;
}

/** Each mark once, in a page where it may matter: an author who has stated who knows a page has decided about its keys and tags. */
export function unreadMarks(reading: FileReading, page: Marked): Problem[] {
  const { codex, path } = reading;
  const said = page.knowledge?.knownBy?.map(({ knower }) => knower.text) ?? audienceAt(codex, path);
  if (page.knowledge?.isDoubtful || said?.every((name) => nameKey(name) === NO_ONE)) return [];
  const onPage = said ? [] : [...keysOf(page), ...tagsOf(reading, page), ...factsOf(reading, page)];
  return [...onPage, ...calloutsOf(reading, page), ...blocksOf(reading, page)];
}

function keysOf({ unknown }: Marked): Problem[] {
  const found: Problem[] = [];
  for (const { key, value } of unknown) {
    const text = textOf(value);
    if (isAudience(key.text, value)) {
      found.push(audienceProblem(key, 'this page'));
      continue;
    }
    if (!isHidingKey(key.text, text) && !keepsFromPublishing(key.text, text)) continue;
    const written = `"${quoted(key.text)}: ${quoted(text)}"`;
    const span = value ? cover(key.content, value.span) : key.content;
    const message = keepsFromPublishing(key.text, text)
      ? `${written} keeps this page out of editions, but not out of answers: write \`known_by: nobody\` if it is a secret.`
      : hidesNoPage(written);
    found.push({ code: HIDES_NOTHING, span, message });
  }
  return found;
}

/** Whether a key is `audience`, which codex.yaml alone heeds, and a value says that not everyone belongs to it. */
const isAudience = (key: string, value: YamlNode | null): boolean =>
  keyOf(key) === 'audience' && !isAbsent(value) && nameKey(textOf(value)) !== EVERYONE;

const audienceProblem = ({ content, text }: YamlPair['key'], what: string): Problem => ({
  code: HIDES_NOTHING,
  span: content,
  message: `"${quoted(text)}" hides nothing here: it is a key of codex.yaml, for folders. Write \`known_by\` for those who know ${what}.`,
});

/** Marks in a fact in the long spelling that does not state who knows it. */
function factsOf({ codex }: FileReading, { written }: Marked): Problem[] {
  const facts = written.get(spellingOf(codex, 'facts'))?.value;
  if (facts?.kind !== 'sequence') return [];
  const found: Problem[] = [];
  for (const item of facts.items) {
    if (item?.kind !== 'mapping') continue;
    for (const { key, value } of item.pairs) {
      const text = textOf(value);
      const isOfCodex = isAudience(key.text, value);
      if (!value || !(isOfCodex || isHidingKey(key.text, text))) continue;
      if (item.pairs.some((pair) => KNOWLEDGE.has(keyOf(pair.key.text)))) break;
      if (isOfCodex) {
        found.push(audienceProblem(key, 'this fact'));
        continue;
      }
      const message = `"${quoted(key.text)}: ${quoted(text)}" hides nothing here: write \`known_by: nobody\` in this fact, or who knows it.`;
      found.push({ code: HIDES_NOTHING, span: cover(key.content, value.span), message });
    }
  }
  return found;
}

const KNOWLEDGE: ReadonlySet<string> = new Set(KNOWLEDGE_KEYS);

const hidesNoPage = (mark: string): string =>
  `${mark} hides nothing here: write \`known_by: nobody\`, or who knows this page.`;

function tagsOf({ text }: FileReading, { written, tags, from }: Marked): Problem[] {
  const found: { readonly tag: string; readonly span: Span }[] = [];
  for (const key of ['tag', 'tags']) {
    const value = written.get(key)?.value;
    if (!value) continue;
    for (const node of value.kind === 'sequence' ? value.items : [value])
      if (!isAbsent(node) && node.kind === 'scalar') found.push(...tagsIn(text, node.content, node.text));
  }
  for (const tag of new Set(tags)) {
    const at = isHidingMark(tag) ? text.indexOf(`#${tag}`, from) : -1;
    if (at !== -1) found.push({ tag, span: { start: at, end: at + tag.length + 1 } });
  }
  return found.map(({ tag, span }) => ({
    code: HIDES_NOTHING,
    span,
    message: hidesNoPage(`The tag ${quoted(tag)}`),
  }));
}

/** A list has one per item; a text has them between commas or blanks. */
function tagsIn(text: string, content: Span, written: string): { tag: string; span: Span }[] {
  if (!mayHoldHidingMark(written)) return [];
  if (isHidingMark(written)) return [{ tag: written.trim(), span: content }];
  const source = text.slice(content.start, content.end);
  return [...source.matchAll(/[^\s,]+/g)].flatMap(({ 0: tag, index }) => {
    const start = content.start + index;
    return isHidingMark(tag) ? { tag, span: { start, end: start + tag.length } } : [];
  });
}

/** A block that a plugin for game masters shows as a callout. */
const BLOCK = /^[ \t>]*((?:`{3,}|~{3,})[ \t]*ad-([^\s`]+))/gm;

function blocksOf({ text }: FileReading, { from }: Marked): Problem[] {
  if (!mayHoldFence(text, from) || !text.includes('ad-', from)) return [];
  return [...text.matchAll(BLOCK)].flatMap(({ 0: all, 1: written = '', 2: type = '', index }) => {
    if (index < from || !isHidingMark(type)) return [];
    const end = index + all.length;
    const message = `"${quoted(written)}" hides nothing here: write it as a quote that begins with [!secret].`;
    return { code: HIDES_NOTHING, span: { start: end - written.length, end }, message };
  });
}

/** The beginning of a callout, on a line of a quote. */
const CALLOUT = /^[ \t>*+-]*>[ \t]*(\[![ \t]*([^\]|\r\n]+)(?:\|[^\]\r\n]*)?\])/gm;

function calloutsOf({ text, codex }: FileReading, { from, knowledge }: Marked): Problem[] {
  if (!text.includes('[!', from)) return [];
  const found = new Map<string, Problem>();
  const marked = [...text.matchAll(CALLOUT)].filter(({ 2: type = '', index }) => from <= index && isHidingMark(type));
  if (marked.length === 0) return [];
  const taken = new Set(secretOpenings(text, from, codex.secrets).map(({ at }) => at));
  const hidden = [...commentSpans(text, from), ...(knowledge?.secrets ?? []).map(({ span }) => span)];
  for (const { 0: all, 1: written = '', 2: type = '', index } of marked) {
    const start = index + all.length - written.length;
    const [span, name] = [{ start, end: start + written.length }, type.trim()];
    if (taken.has(start) || found.has(name) || hidden.some((one) => spanContains(one, span))) continue;
    const message = `"${quoted(written)}" hides nothing here: list ${quoted(name)} under \`secrets\` in codex.yaml, or write [!secret].`;
    found.set(name, { code: HIDES_NOTHING, span, message });
  }
  return [...found.values()];
}
