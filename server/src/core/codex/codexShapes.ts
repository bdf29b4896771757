/** Reads the shapes that codex.yaml is made of; what has the wrong shape is reported at its place and taken as absent. */
import { nearest } from '../text/nearNames';
import type { Problem } from '../text/problem';
import type { Span } from '../text/span';
import { listWords, quoted, cutShort } from '../text/words';
import { mergedPairs, type YamlMapping, type YamlNode, type YamlPair } from '../yaml/tree';
import { keyOf } from './codex';
import { fromRoot, globSize, LONGEST_GLOB, MOST_WRITTEN_OUT } from './globs';

/** The path of the file that all of this is about, relative to the codex root. */
export const CODEX_FILE = 'codex.yaml';

/** A text at its place in codex.yaml. */
export interface Placed {
  readonly text: string;
  readonly span: Span;
}

/** Notes a problem; `mend` is the text that belongs at the span instead. */
export type ReportProblem = (span: Span, message: string, mend?: string) => void;

export function reportTo(problems: Problem[]): ReportProblem {
  return (span, message, mend) => {
    const edits = mend === undefined ? [] : [{ file: CODEX_FILE, span, text: mend }];
    const fixes = mend === undefined ? {} : { fixes: [{ title: `Change to ${quoted(mend)}`, edits }] };
    problems.push({ code: 'config/invalid', span, message, ...fixes });
  };
}

/** Whether nothing was written there: the rest may have been commented out, and that is fine. */
export function isEmptyConfig(node: YamlNode | null): node is null {
  return node === null || (node.kind === 'scalar' && node.style === 'plain' && /^(?:|~|null)$/i.test(node.text.trim()));
}

/** Says which word was meant where one is near, else what is accepted: all of them, unless `explained` says it better. */
export function notAmong(
  report: ReportProblem,
  { text, span }: Placed,
  problem: string,
  accepted: readonly string[],
  explained = alternatives(accepted),
): void {
  const near = nearest(text, accepted);
  if (near !== null) report(span, `${problem}. Did you mean ${quoted(near)}?`, near);
  else report(span, `${problem}: write ${explained}.`);
}

/** One of some words, whatever its capitals; null, and reported, where it is none of them. @param problem what is wrong with a word */
export function readChoice<Word extends string>(
  report: ReportProblem,
  node: YamlNode | null,
  what: string,
  accepted: readonly Word[],
  problem: (written: string) => string,
  explained?: string,
): Word | null {
  const written = readConfigText(report, node, what);
  const found = accepted.find((known) => known === written?.text.toLowerCase()) ?? null;
  if (written && !found) notAmong(report, written, problem(quoted(written.text)), accepted, explained);
  return found;
}

const alternatives = (words: readonly string[]): string => listWords(words.map(quoted));

/** One text, NFC and trimmed; anything but a scalar is reported. `what` is how the place is called: `present`. */
export function readConfigText(report: ReportProblem, node: YamlNode | null, what: string): Placed | null {
  if (isEmptyConfig(node)) return null;
  if (node.kind !== 'scalar') {
    report(
      node.span,
      `${quoted(what)} takes one text, not ${node.kind === 'sequence' ? 'a list' : 'a group of keys'}.`,
    );
    return null;
  }
  const text = node.text.normalize('NFC').trim();
  if (text === '') report(node.span, `${quoted(what)} is empty: write something between the quotes, or leave it out.`);
  return text === '' ? null : { text, span: node.content };
}

/** The items of a list, where one item may stand for a list of one. */
export function configItems(node: YamlNode | null): readonly YamlNode[] {
  if (isEmptyConfig(node)) return [];
  return node.kind === 'sequence' ? node.items.filter((item) => !isEmptyConfig(item)) : [node];
}

/**
 * The items of a list, or one, up to a number that no world needs: each is looked at for every date.
 * @param what they are called, as in `months`
 */
export function someItems(
  report: ReportProblem,
  node: YamlNode | null,
  most: number,
  what: string,
): readonly YamlNode[] {
  const items = configItems(node);
  const beyond = items[most];
  if (!beyond) return items;
  report(beyond.span, `Retcon reads at most ${most} ${what} of a calendar: this one and those after it are left out.`);
  return items.slice(0, most);
}

/** A list of texts, or one. */
export function readTexts(report: ReportProblem, node: YamlNode | null, what: string): readonly Placed[] {
  return configItems(node).flatMap((item) => readConfigText(report, item, what) ?? []);
}

/** A group of keys; `example` shows one. */
export function readMapping(
  report: ReportProblem,
  node: YamlNode | null,
  what: string,
  example: string,
): YamlMapping | null {
  if (isEmptyConfig(node)) return null;
  if (node.kind === 'mapping') return { ...node, pairs: mergedPairs(node) };
  report(
    node.span,
    `${quoted(what)} takes keys with values, not ${node.kind === 'sequence' ? 'a list' : 'a text'}: ${example}`,
  );
  return null;
}

/** The pairs of a mapping by key, the first of each; keys that are not `known`, or given twice, are reported. */
export function readKeys<Key extends string>(
  report: ReportProblem,
  mapping: YamlMapping,
  where: string,
  known: readonly Key[],
  explained?: string,
): ReadonlyMap<Key, YamlPair> {
  const pairs = new Map<Key, YamlPair>();
  for (const pair of mergedPairs(mapping)) {
    const { text, content: span } = pair.key;
    const key = known.find((name) => name === keyOf(text));
    const first = key && pairs.get(key);
    if (!key) notAmong(report, { text, span }, `"${quoted(text)}" is not a key of ${where}`, known, explained);
    else if (!first) pairs.set(key, pair);
    else if (first.key.text !== text)
      report(
        span,
        `${quoted(text)} is the same key as ${quoted(first.key.text)} above, and only the first counts: keep one of the two.`,
      );
  }
  return pairs;
}

/** The greatest number that makes sense of days in a month or a year. */
export const MOST_COUNTED = 1_000_000_000;
/** The greatest number of years, or of days between two calendars: some worlds begin with their stars. */
const MOST_FAR = 10_000_000_000_000;

/** A whole number, with its sign; anything else, and a number below `least`, is reported. */
export function readNumber(
  report: ReportProblem,
  pair: YamlPair | undefined,
  least = -Infinity,
  most = MOST_FAR,
): number | null {
  if (!pair || isEmptyConfig(pair.value)) return null;
  const written = readConfigText(report, pair.value, pair.key.text);
  if (!written) return null;
  const number = /^[+-]?\d+$/.test(written.text) ? Number(written.text) : Number.NaN;
  if (number >= least && Math.abs(number) <= most) return number;
  const isTooMuch = Math.abs(number) > most;
  const bound = isTooMuch ? `, ${most.toLocaleString('en')} at most` : least === -Infinity ? '' : `, ${least} or more`;
  report(written.span, `${quoted(pair.key.text)} is "${quoted(written.text)}": write a whole number${bound}.`);
  return null;
}

/** `true` or `false`, also as `yes` and `no`; false where it is missing or something else. */
export function readTruth(report: ReportProblem, pair: YamlPair | undefined): boolean {
  if (!pair) return false;
  const written = readConfigText(report, pair.value, pair.key.text);
  if (!written || /^(?:false|no|off)$/i.test(written.text)) return false;
  if (/^(?:true|yes|on)$/i.test(written.text)) return true;
  report(written.span, `${quoted(pair.key.text)} is "${quoted(written.text)}": write true or false.`);
  return false;
}

/** What other tools take for a group: `@(a|b)`. */
const GROUP = /\([^()]*\|[^()]*\)/;

/** Those of one list that are matched. */
export function fitGlobs<Item extends Placed>(report: ReportProblem, written: readonly Item[]): readonly Item[] {
  let left = MOST_WRITTEN_OUT;
  let isFull = false;
  return written.filter(({ text, span }) => {
    if (isFull) return false;
    const wrong = whyUnfit(text);
    if (wrong !== null) report(span, `"${cutShort(60, text)}" ${wrong}`);
    left -= wrong === null ? (globSize(text) ?? 0) : 0;
    isFull = left < 0;
    if (isFull)
      report(
        span,
        `From "${cutShort(60, text)}" on, there are more patterns than Retcon can check, and they do not count: name the folders above them instead.`,
      );
    return wrong === null && !isFull;
  });
}

function whyUnfit(glob: string): string | null {
  if (fromRoot(glob.replace(/^!+/, '')) === '') return 'names no file: write a folder or a pattern, like `lore/**`.';
  if (glob.length > LONGEST_GLOB)
    return `has ${glob.length.toLocaleString('en')} characters, and a pattern has ${LONGEST_GLOB.toLocaleString('en')} at most: write several, or name the folder above.`;
  if (globSize(glob) === null) return 'has more alternatives in its braces than Retcon can check: write fewer of them.';
  return GROUP.test(glob)
    ? 'has alternatives in round brackets, which mean nothing here: write them in braces, like `{one,other}`.'
    : null;
}
