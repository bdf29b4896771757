/** A codex as a lorebook: of each entity what somebody may know of it at a point, with the names that call for it, within a budget. */
import { isCount } from '../asked/counts';
import {
  allEntries,
  type Canon,
  describersOf,
  idOf,
  isShown,
  type Known,
  knowing,
  knownAt,
  touchingRetcons,
  wasTrueAt,
} from '../../canon';
import type { WorldDate } from '../../chronology';
import { complianceLacking, uncompliantSources } from '../../codex/sources';
import type { Entry } from '../../entry/entry';
import { machineTalkIn } from '../../entry/unwantedWords';
import { passagesOf } from '../../entry/passages';
import { readAloud } from '../../entry/readEntry';
import { listWords } from '../../text/wordLists';
import { attributeName, retconLines, stretchText, valueName } from '../words/answerSentences';
import type { AskSurroundings, Given } from '../asked/answering';
import { isGiven, originOf } from './briefOrigin';
import { briefGiven, whomFor } from './briefScene';
import { withoutQueries } from './briefProse';
import { tokenCount } from './briefTokens';
import type { LeftOutEntry } from './briefTypes';
import { rankedEntities } from './entityRank';
import { isAuthor, seenFor } from '../asked/forKnower';
import type { ReadText } from '../asked/loreTypes';
import { readCanonPointParam, readWorldDateParam, type Result } from '../asked/question';
import type { ListedQuestion } from '../asked/questionList';
import { nameOf, plainText } from '../words/richText';

/** What is told of an entity when one of its names falls. */
export interface LorebookEntry {
  readonly entry: string;
  readonly title: string;
  readonly keys: readonly string[];
  readonly content: string;
  readonly tokens: number;
  /** `SOURCE@VERSION` of the page that describes it. */
  readonly source: string;
}

export interface Lorebook {
  readonly for: string;
  readonly at: string | null;
  readonly as_of: string;
  readonly mode: string | null;
  readonly tokens: number;
  readonly budget: number;
  /** The most important first. */
  readonly entries: readonly LorebookEntry[];
  readonly left_out: readonly { readonly entry: string; readonly why: LeftOutEntry['why'] }[];
}

/** Ten briefs: only what is called for is ever read at once. */
const DEFAULT_TOKENS = '25000';

/** @param given the words of a brief, which is of everything */
export function lorebookOf(
  question: ListedQuestion,
  canon: Canon,
  given: Given,
  around: AskSurroundings,
): Result<Lorebook> {
  const { tokens = DEFAULT_TOKENS, ...words } = given;
  const failed = (code: 'bad-limit' | 'compliance', message: string, said: string) =>
    ({ ok: false, failure: { code, message, given: said } }) as const;
  if (!isCount(tokens))
    return failed('bad-limit', `"${tokens}" is no number of tokens. Accepted: a whole number from 1 on.`, tokens);
  const read = briefGiven(question, canon, words, around);
  if (!read.ok) return read;
  const knower = whomFor(read.value) ?? '';
  const seen = isAuthor(knower) ? { canon, around, knower } : null;
  const asked = seen ? { ok: true as const, value: seen } : seenFor(question, canon, read.value, around);
  if (!asked.ok) return asked;
  const point = readCanonPointParam(asked.value.canon, read.value.as_of, around.commits);
  if (!point.ok) return point;
  const known = knownAt(asked.value.canon, point.value);
  const date = readWorldDateParam(known.canon, read.value.at);
  if (!date.ok) return date;
  const { codex } = known.canon;
  const lacking = uncompliantSources(codex).map(
    (source) => `${source.id} lacks ${listWords(complianceLacking(source), 'and')}`,
  );
  if (lacking.length > 0) return failed('compliance', `codex.yaml: ${lacking.join('; ')}.`, codex.mode ?? '');
  const textOf = point.value.kind === 'git' ? point.value.textOf : asked.value.around.textOf;
  const made = compiled(known, date.value, textOf, Number(tokens));
  return {
    ok: true,
    value: {
      for: asked.value.knower,
      at: date.value?.text ?? null,
      as_of: point.value.text,
      mode: codex.mode,
      budget: Number(tokens),
      ...made,
    },
  };
}

type Compiled = Pick<Lorebook, 'tokens' | 'entries' | 'left_out'>;

function compiled(all: Known, at: WorldDate | null, textOf: ReadText, budget: number): Compiled {
  const known = knowing(all.canon, (entry) => all.has(entry) && isGiven(all.canon, entry));
  const left: LeftOutEntry[] = allEntries(all.canon)
    .filter((entry) => all.has(entry) && isShown(all, entry) && !isGiven(all.canon, entry))
    .map((entry) => ({ entry, why: 'mode' }));
  const ranked = rankedEntities(known, at, textOf);
  const entries: LorebookEntry[] = [];
  let tokens = 0;
  for (const { entity, entry } of ranked) {
    const content = contentOf(known, entity, entry, at, textOf);
    if (content === '') continue;
    const keys = keysOf(known, entity);
    if (machineTalkIn([...keys, content].join('\n')).length > 0) {
      left.push({ entry, why: 'instruction' });
      continue;
    }
    const own = tokenCount(content);
    if (tokens + own > budget) {
      left.push({ entry, why: 'budget' });
      continue;
    }
    tokens += own;
    const source = originOf(known.canon, entry).cited;
    entries.push({ entry: idOf(known, entry), title: entry.title, keys, content, tokens: own, source });
  }
  return { tokens, entries, left_out: left.map(({ entry, why }) => ({ entry: idOf(all, entry), why })) };
}

/** Names of fewer letters would be called for by nearly any text. */
const SHORTEST_KEY = 3;

/** A file's name that people say, and no slug. */
const PLAIN_NAME = /^\p{L}[\p{L}\p{M}'’ ]*$/u;

/** What the pages are called that describe it. */
function keysOf(known: Known, entity: string): string[] {
  const names = describersOf(known, entity)
    .filter((entry) => isShown(known, entry))
    .flatMap(({ title, aliases, fileName }) => [
      title,
      ...aliases.map(({ text }) => text),
      ...(PLAIN_NAME.test(fileName) ? [fileName] : []),
    ])
    .map((name) => name.replace(/\s+/g, ' ').trim());
  const seen = new Set<string>();
  const own = names.filter((name) => {
    const key = name.toLowerCase();
    return seen.has(key) ? false : seen.add(key);
  });
  const long = own.filter((name) => [...name].length >= SHORTEST_KEY);
  return long.length > 0 ? long : own;
}

/** What holds of it, a line for each attribute, the last retcon that it met, and the beginning of what its page tells; empty where there is neither. */
function contentOf(known: Known, entity: string, entry: Entry, at: WorldDate | null, textOf: ReadText): string {
  const { eyes } = known.canon;
  const facts = wasTrueAt(known, entity, { at }).facts.map(({ attribute, isDisputed, values }) => {
    const said = values.map((held) =>
      [nameOf(valueName(held)), stretchText(held)].filter((part) => part !== '').join(', '),
    );
    return `${attributeName(attribute)}${isDisputed ? ' (disputed)' : ''}: ${said.join(isDisputed ? '; or ' : '; ')}`;
  });
  const newest = touchingRetcons(known, entity).at(-1);
  const [changed] = newest ? retconLines(known, newest) : [];
  const text = textOf(entry.path) ?? '';
  const [first] = passagesOf(eyes ? eyes.proseOf(entry.path, text) : text).flatMap((one) => withoutQueries(one) ?? []);
  const prose = first && !first.text.startsWith('#') ? readAloud(first.text).trim() : '';
  const history = changed ? [plainText([{ ...changed, kind: 'text' }])] : [];
  const lines = [...facts, ...history, ...(prose === '' ? [] : [prose])];
  return lines.length === 0 ? '' : [entry.title, ...lines].join('\n');
}
