/** Whether an answer is what its question set expects: its values, the words that it holds, and those that it does not. */
import { allOf, type Canon, entryNamed, idOf } from '../canon';
import { normalisedText } from '../rules/retcon/changedAnswers';
import { listWords } from '../text/wordLists';
import type { AskResult } from '../tools/asked/question';
import { plainText } from '../tools/words/richText';
import { strip } from '../tools/asked/question';
import type { CheckedQuestion } from './readQuestionSet';

/** What is not as it is expected, in words; null where all is. */
export function whyNot(
  canon: Canon,
  { question, expect, mentions, never }: CheckedQuestion,
  answered: AskResult,
): string | null {
  const json = answered.ok ? answered.json : { error: answered.failure };
  const isRefused = !answered.ok && !(expect !== null && 'error' in expect);
  if (isRefused) return answered.failure.message;
  if (expect !== null) {
    const values = question.name === 'was_true_at' && answered.ok;
    const wrong = values ? wrongValues(canon, json as unknown as FactsJson, expect) : wrongPart(expect, json, []);
    if (wrong !== null) return wrong;
  }
  const words = [answered.ok ? plainText(answered.prose) : '', ...stringsIn(json)].join('\n').toLowerCase();
  const holds = (word: string): boolean => words.includes(word.toLowerCase());
  const missing = mentions.filter((word) => !holds(word));
  if (missing.length > 0) return `It does not mention ${listWords(missing.map(quoted), 'or')}.`;
  const told = never.filter(holds);
  return told.length > 0 ? `It tells ${listWords(told.map(quoted), 'and')}.` : null;
}

const quoted = (word: string): string => `"${word}"`;

interface FactsJson {
  readonly facts: readonly {
    readonly attribute: string;
    readonly values: readonly { readonly value: string; readonly ref: string | null }[];
  }[];
}

/** Of each attribute that is expected: the same values, in any order, each once. */
function wrongValues(canon: Canon, { facts }: FactsJson, expect: Readonly<Record<string, unknown>>): string | null {
  const known = allOf(canon);
  const isSame = (written: string, { value, ref }: FactsJson['facts'][number]['values'][number]): boolean => {
    const entry = ref === null ? undefined : entryNamed(known, strip(written));
    return (entry && idOf(known, entry) === ref) || normalisedText(strip(written)) === normalisedText(value);
  };
  for (const [attribute, wanted] of Object.entries(expect)) {
    const values = facts.find((fact) => fact.attribute === attribute)?.values ?? [];
    const texts = (wanted === null ? [] : [wanted].flat()).map((one) => textOf(one));
    const isAll =
      texts.every((text) => values.some((value) => isSame(text, value))) &&
      values.every((value) => texts.some((text) => isSame(text, value)));
    if (isAll) continue;
    const so = [...new Set(values.map(({ value }) => value))];
    return `${attribute} is ${so.length === 0 ? 'not told' : listWords(so, 'and')}, not ${texts.length === 0 ? 'untold' : listWords(texts, 'and')}.`;
  }
  return null;
}

const textOf = (one: unknown): string => (typeof one === 'string' ? one : JSON.stringify(one));

/** The first place where an answer has not what is expected: of objects the keys that are named, of lists each item. */
function wrongPart(expected: unknown, json: unknown, path: readonly (string | number)[]): string | null {
  const at = path.length === 0 ? 'The answer' : path.join('.');
  if (Array.isArray(expected)) {
    if (!Array.isArray(json)) return `${at} is no list.`;
    if (json.length !== expected.length) return `${at} has ${json.length} items, not ${expected.length}.`;
    return firstOf(expected.map((one, i) => () => wrongPart(one, json[i], [...path, i])));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof json !== 'object' || json === null) return `${at} has no ${Object.keys(expected)[0]}.`;
    return firstOf(
      Object.entries(expected).map(
        ([key, one]) =>
          () =>
            wrongPart(one, (json as Readonly<Record<string, unknown>>)[key], [...path, key]),
      ),
    );
  }
  if (expected === json || (json !== undefined && json !== null && String(expected) === textOf(json))) return null;
  return `${at} is ${json === undefined ? 'not there' : textOf(json)}, not ${textOf(expected)}.`;
}

function firstOf(tries: readonly (() => string | null)[]): string | null {
  for (const one of tries) {
    const wrong = one();
    if (wrong !== null) return wrong;
  }
  return null;
}

/** Every text of an answer; its keys are ours. */
function stringsIn(json: unknown): string[] {
  if (typeof json === 'string') return [json];
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(stringsIn) : [];
}
