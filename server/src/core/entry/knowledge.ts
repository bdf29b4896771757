/**
 * Reads who knows a page or a fact: `known_by`, `known_from`, `believed_by` and `pov` (model §11). What can't be read for certain
 * is hidden.
 */
import type { Fact, InOn, Knowledge, PageKnowledge, Ref, SecretPassage } from './entry';
import { type Codex, keyOf, spellingOf } from '../codex/codex';
import { leavesOut } from '../codex/knowledgeKeys';
import { findRevision } from '../codex/revisions';
import { isSlip, slipsBetween } from '../text/nearNames';
import { quoted, listFirst } from '../text/words';
import { mergedPairs, type YamlNode, type YamlPair, type YamlScalar } from '../yaml/tree';
import {
  type FileReading,
  isAbsent,
  listItems,
  quotedSource,
  readRef,
  readRefs,
  readWorldDate,
  reportWrongType,
  shapeName,
  soleNode,
} from './entryShapes';
import { nameKey } from './slug';
import type { Problem } from '../text/problem';
import { numbered } from './versions';

export const KNOWLEDGE_KEYS = ['known_by', 'known_from', 'believed_by'] as const;

/** These keys are long: with two slips they still differ from all others. */
const MOST_SLIPS = 2;
/** Keys of people's own that are as near, with another meaning. */
const ORDINARY: ReadonlySet<string> = new Set([
  'known_as',
  'known_for',
  'known_in',
  'known_of',
  'known_on',
  'believed_in',
  'believed_as',
  'shown_by',
  'grown_by',
  'relieved_by',
]);
/** Spellings of the author's own may be short. */
const SHORTEST = 4;
/** Longer lists are not kept: a circle says the same. */
const MOST_NAMED = 1000;

/** The key that a spelling means, exactly or nearly: it may hide a secret. @param key as `keyOf` gives it */
export function knowledgeKeyNear(key: string): (typeof KNOWLEDGE_KEYS)[number] | undefined {
  if (ORDINARY.has(key)) return undefined;
  const narrow = narrowed(key);
  for (const known of KNOWLEDGE_KEYS) if (slipsBetween(narrow, known, MOST_SLIPS) <= MOST_SLIPS) return known;
  return undefined;
}

/** Letters as wide as those of Chinese and Japanese are typed by accident. */
const narrowed = (key: string): string => (/[\u3000\uFF00-\uFFEF]/.test(key) ? keyOf(key.normalize('NFKC')) : key);

export const isNearKnowledgeKey = (key: string): boolean => knowledgeKeyNear(key) !== undefined;

/** The same at the top of a page, where codex.yaml may rename a key: by the intended spelling. */
export function pageKeyNear(codex: Codex, key: string): string | undefined {
  const narrow = narrowed(key);
  const renamed = KNOWLEDGE_KEYS.find((known) =>
    (codex.fields.get(known) ?? []).some(
      (spelling) => isSlip(narrow, spelling, SHORTEST) || (narrow !== key && narrow === spelling),
    ),
  );
  const meant = renamed ?? knowledgeKeyNear(key);
  return meant && spellingOf(codex, meant);
}

/** A fact that nobody knows, since its keys for that can't be read. */
export const HIDDEN: Knowledge = { knownBy: null, knownFrom: null, believedBy: null, isDoubtful: true };

/** The keys for knowledge of a page or a fact; null if none is written. @param pairs by their meaning */
export function readKnowledge(reading: FileReading, pairs: ReadonlyMap<string, YamlPair>): Knowledge | null {
  const [by, from, believed] = [pairs.get('known_by'), pairs.get('known_from'), pairs.get('believed_by')];
  if (!by && !from && !believed) return null;
  const knownBy = by ? readKnownBy(reading, by) : null;
  const before = reading.problems.length;
  const knownFrom = from ? readWorldDate(reading, from, 'warning') : null;
  if (knownFrom && !knownFrom.date) sayWhatGoesHere(reading, before, 'known_from');
  const believers = believed ? readNames(reading, believed) : null;
  const blank = [by, from, believed].filter((pair) => pair && isAbsent(pair.value));
  for (const pair of blank) if (pair) reportBlank(reading, pair);
  const tooLong = [
    (knownBy?.items.length ?? 0) > MOST_NAMED && by,
    (believers?.items.length ?? 0) > MOST_NAMED && believed,
  ];
  for (const pair of tooLong) if (pair) reportTooLong(reading, pair);
  if (tooLong.some(Boolean)) return { ...HIDDEN, believedBy: believers && believers.items.length > 0 ? [] : null };
  return {
    knownBy: knownBy?.items ?? null,
    knownFrom: knownFrom?.date ? knownFrom : null,
    // A blank key states nothing yet, so the page counts as true.
    believedBy: believed && isAbsent(believed.value) ? null : (believers?.items ?? null),
    isDoubtful:
      blank.length > 0 ||
      knownBy?.isCertain === false ||
      believers?.isCertain === false ||
      (from !== undefined && !knownFrom?.date),
  };
}

/** A page that only has facts that are beliefs. */
export const SAYS_NOTHING: PageKnowledge = {
  knownBy: null,
  knownFrom: null,
  believedBy: null,
  isDoubtful: false,
  pov: [],
  secrets: [],
  beliefs: [],
  believedDeclarations: [],
};

/** The knowledge of a page. @param isDoubtful whether its frontmatter can't be read for certain */
export function pageKnowledge(
  reading: FileReading,
  pairs: ReadonlyMap<string, YamlPair>,
  isDoubtful: boolean,
  secrets: readonly SecretPassage[],
): PageKnowledge | null {
  const own = readKnowledge(reading, pairs);
  const pov = pairs.get('pov');
  if (!own && !pov && !isDoubtful && secrets.length === 0) return null;
  return {
    ...SAYS_NOTHING,
    ...own,
    isDoubtful: isDoubtful || own?.isDoubtful === true,
    pov: pov ? readRefs(reading, pov) : [],
    secrets,
  };
}

interface Names<T> {
  readonly items: readonly T[];
  readonly isCertain: boolean;
}

/** A list of knowers, or a mapping with the date since when each of them knows it. */
function readKnownBy(reading: FileReading, pair: YamlPair): Names<InOn> {
  if (pair.value?.kind !== 'mapping') {
    const { items, isCertain } = readNames(reading, pair);
    return { items: items.map((knower) => ({ knower, when: null })), isCertain };
  }
  const items: InOn[] = [];
  const pairs = mergedPairs(pair.value);
  for (const { key, value } of pairs) {
    const knower = readRef(reading, key);
    const when = knower && readWhen(reading, key, value);
    if (knower && when && !leavesSomebodyOut(reading, knower)) items.push({ knower, when });
  }
  const isEach = items.length === pairs.length;
  const isOnce = new Set(items.map(({ knower }) => nameKey(knower.text))).size === items.length;
  return { items, isCertain: isEach && isOnce };
}

function readWhen(reading: FileReading, name: YamlScalar, written: YamlNode | null): InOn['when'] {
  const value = soleNode(reading, written);
  if (isAbsent(value)) {
    reportNoWhen(reading, name);
    return null;
  }
  if (value.kind === 'scalar') {
    const revision = findRevision(reading.codex, value.text);
    if (revision) return { text: revision.id, span: value.content, date: null };
  }
  const key = { kind: 'scalar', text: name.text, style: 'plain', span: value.span, content: value.span } as const;
  const before = reading.problems.length;
  const when = readWorldDate(reading, { key, value }, 'warning');
  if (!when?.date) sayWhatGoesHere(reading, before, 'known_by');
  return when?.date ? when : null;
}

/** Whether a name was meant to exclude somebody, which is reported. */
function leavesSomebodyOut(reading: FileReading, { text, span }: Ref): boolean {
  if (!leavesOut(text)) return false;
  const message = `"${quoted(text)}" can't leave somebody out, so nobody sees this: name those who know it.`;
  reportWrongType(reading, span, 'warning', message);
  return true;
}

function readNames(reading: FileReading, pair: YamlPair): Names<Ref> {
  let isCertain = true;
  const items = listItems(reading, pair.value).flatMap((item) => {
    const ref = readRef(reading, item);
    const isNamed = ref !== null && ref.text !== '';
    if (isNamed && !leavesSomebodyOut(reading, ref)) return ref;
    isCertain = false;
    if (isNamed) return [];
    const message = `${quoted(pair.key.text)} names who knows it, or \`everyone\` or \`nobody\`, not ${item.kind === 'scalar' ? `"${quotedSource(reading, item.span)}"` : shapeName(item)}: until then nobody sees it.`;
    reportWrongType(reading, item.span, 'info', message);
    return [];
  });
  return { items, isCertain };
}

function reportBlank(reading: FileReading, { key }: YamlPair): void {
  const message = `${quoted(key.text)} says nothing yet, so nobody sees this: fill it in, or leave the key out.`;
  reportWrongType(reading, key.content, 'info', message);
}

function reportTooLong(reading: FileReading, { key }: YamlPair): void {
  const message = `${quoted(key.text)} names more than ${MOST_NAMED} here, so nobody sees this: make them members of a circle in codex.yaml, and name that.`;
  reportWrongType(reading, key.content, 'warning', message);
}

/** Separates the facts of a page into true ones and beliefs; each list is numbered on its own. */
export function partBeliefs(facts: readonly Fact[], page: Knowledge | null): { so: Fact[]; beliefs: Fact[] } {
  const isBelief = ({ knowledge }: Fact): boolean => (knowledge?.believedBy ?? page?.believedBy ?? null) !== null;
  return { so: numbered(facts.filter((fact) => !isBelief(fact))), beliefs: numbered(facts.filter(isBelief)) };
}

/** Unread keys of the page that may have been meant to hide a secret. */
export function hasNearKey(reading: FileReading, unknown: readonly YamlPair[]): boolean {
  const { codex } = reading;
  const isRenamed = KNOWLEDGE_KEYS.some((known) => codex.fields.has(known));
  const isSpelling = (key: string): boolean => KNOWLEDGE_KEYS.some((known) => codex.fields.get(known)?.includes(key));
  for (const pair of unknown) {
    const key = keyOf(pair.key.text);
    if (isRenamed ? pageKeyNear(codex, key) !== undefined || isSpelling(key) : isNearKnowledgeKey(key)) return true;
  }
  return false;
}

/** Frontmatter that no reader recognises: a page that begins otherwise, with a key for who knows it. */
const LOOSE = /^[ \t]*["']?(?:known[-_ ](?:by|from)|believed[-_ ]by)["']?[ \t]*:/im;

export const saysItLoosely = (text: string): boolean => LOOSE.test(text);

/** Whether a page begins with the TOML of Hugo, which is not read: it may hold any key for who knows the page. */
export const beginsAsToml = (text: string): boolean => /^\uFEFF?\+\+\+[ \t]*(?:\r?\n|$)/.test(text);

/** The most revisions that are named. */
const MOST = 4;

/** Extends the problem of the date that was read last, if it is new. @param count how many problems there were before */
function sayWhatGoesHere({ text, codex, problems }: FileReading, count: number, key: 'known_by' | 'known_from'): void {
  const problem = problems[count];
  if (!problem?.code.startsWith('date/')) return;
  const written = text.slice(problem.span.start, problem.span.end);
  const revisions = codex.revisions.map(({ id }) => id);
  const say = (message: string): void => void (problems[count] = { ...problem, message } satisfies Problem);
  const hidden = 'Until then nobody sees this.';
  const plain = problem.message.replace(/\.$/, '');
  if (key === 'known_from' && findRevision(codex, written))
    say(
      `${quoted(written)} is a revision, and known_from takes a world date: write \`known_by: {name: ${quoted(written)}}\` for each who learned it then. ${hidden}`,
    );
  else if (key === 'known_by' && problem.code === 'date/unreadable' && revisions.length > 0)
    say(`${plain}, or name a revision of codex.yaml: ${listFirst(MOST, revisions.map(quoted))}. ${hidden}`);
  else say(`${plain}. ${hidden}`);
}

/** `{lysa: 430 TA, ulf}`: if one has a date, each has. */
const reportNoWhen = (reading: FileReading, { text, content }: YamlScalar): void =>
  reportWrongType(
    reading,
    content,
    'info',
    `Nothing says since when ${quoted(text)} knows it: write a date or a revision after the name, like \`${quoted(text)}: …\`. Until then nobody sees this.`,
  );
