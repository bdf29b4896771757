/** Reports words that a codex bans, and prose that addresses a language model. */
import { dataUris } from '../text/dataUris';
import { apart, spanContains, type Span } from '../text/span';
import { cutShort } from '../text/words';
import { bannedIn } from '../codex/bannedTerms';
import { isInMode } from '../codex/sources';
import type { Problem } from '../text/problem';
import type { FileReading } from './entryShapes';

/*
 * Prose that speaks to a language model: phrases that hardly anybody else uses. What is found is marked in the page and left out of
 * briefs. This is not a guard: for that, every text that reaches an assistant is marked as data.
 */

/** The places where a text addresses a machine, in order. @param from where to begin */
export function machineTalkIn(text: string, from = 0): Span[] {
  const places = aroundHints(text, from);
  if (places.length === 0) return [];
  const found: Span[] = [];
  for (const { start, end } of places) {
    const words = text.slice(start, end);
    for (const one of phrases())
      for (const { 0: all, index } of words.matchAll(one))
        if (!SOMEBODY_DOES.test(words.slice(Math.max(0, index - 20), index)))
          found.push({ start: start + index, end: start + index + all.length });
  }
  return apart(found);
}

/** The longest possible phrase. */
const REACH = 150;

/** The surroundings of hints: the patterns are slow, and nearly no page has a hint. */
function aroundHints(text: string, from: number): readonly Span[] {
  const places: number[] = [];
  for (const hint of HINTS) {
    hint.lastIndex = from;
    while (hint.test(text)) places.push(hint.lastIndex);
  }
  const spans: Span[] = [];
  for (const at of places.sort((a, b) => a - b)) {
    const [start, end] = [Math.max(from, at - REACH), Math.min(text.length, at + REACH)];
    const last = spans.at(-1);
    if (last && start <= last.end) spans[spans.length - 1] = { start: last.start, end };
    else spans.push({ start, end });
  }
  return spans;
}

let made: readonly RegExp[] | null = null;
const phrases = (): readonly RegExp[] => (made ??= makePhrases());

/** Every phrase contains one of these. The long ones are separate from the short ones, so that both are found fast. */
const HINTS: readonly RegExp[] = [
  /instru[ckç]|istruzion|prompt|guideline|directive|guardrail|language.model|chat.?bot|chatgpt|assistant|ignore.(?:all|every|any)|disregard|the.user|(?:system|developer).message|(?:respond|answer|reply).(?:only|excl)|consigne|anweisung|befehle|vorgaben|opdrachten/gi,
  /LLM|AIs?[^a-zA-Z]|INST\]|SYS>>|<\||<\/?system/g,
  /инструкц|указани|指令|指示|提示|命令|プロンプト|\udb40[\udc20-\udc7e]/g,
];

/** Characters that may separate two words of a sentence: blanks, quotes, commas, marks of markdown. */
const GAP = `[\\s"'“”‘’«»*_~\\x60,:;>#()[\\]–—-]{1,8}`;
const LETTER = '[\\wÀ-ɏЀ-ӿ]';
/** A blank in a pattern is such a gap. The character classes are small, since each costs time before the search begins. */
const phrase = (pattern: string, flags = 'gi'): RegExp =>
  new RegExp(`(?<!${LETTER})(?:${pattern.replaceAll(' ', GAP)})(?!${LETTER})`, flags);
const oneOf = (words: string): string => `(?:${words})`;
const upTo = (most: number, word: string): string => `(?:${word} ){0,${most}}`;

const FILL = oneOf('all|any|every|each|of|the|your|my|our|these|those|this|such|and|or|other');
const EARLIER = oneOf('previous|prior|above|earlier|preceding|foregoing|past|existing|original|initial|system|safety');
const ORDERS = oneOf('instructions?|prompts?|system prompt|directives?|guidelines|guardrails?');
/** Instructions to people name these too, so they count only after an "all". */
const WORDS_OF_PEOPLE = oneOf('rules|commands|messages?|context|directions|text');
const IGNORE = oneOf('ignore|disregard|forget|override|bypass|discard');
/** Before a phrase: a statement that somebody does it, or does not, rather than a request. */
const SOMEBODY_DOES = new RegExp(
  `(?<!\\w)(?:he|she|they|we|i|who|would|could|did|might|cannot|not|never|['’]t)${GAP}$`,
  'i',
);
const MODEL = oneOf(
  String.raw`language model|llm|chat ?bot|chatgpt|gpt-?\d|virtual assistant|ai (?:assistant|model|language model|agent|chatbot)`,
);
/** Capitals distinguish it from a name. */
const AI = oneOf(
  'AIs?|LLMs?|AI (?:assistants?|agents?|models?|systems?|crawlers?|readers?|tools?)|(?:[Ll]arge )?[Ll]anguage models?|[Cc]hatbots?',
);
const NOT = oneOf("do not|don['’]t|never");

/** Built when the first hint is found: most codices have none. */
const makePhrases = (): readonly RegExp[] => [
  // Requests to forget earlier input.
  phrase(`${IGNORE} ${upTo(6, FILL)}${EARLIER} ${upTo(3, oneOf(`${FILL}|${EARLIER}`))}${ORDERS}`),
  phrase(`(?:ignore|disregard) all ${upTo(3, FILL)}${EARLIER} ${upTo(2, FILL)}${WORDS_OF_PEOPLE}`),
  phrase(
    `(?:ignore|disregard) (?:everything|anything|all text) (?:above|before this|(?:said|written) above|in this (?:prompt|document|file))`,
  ),
  // Roles that it is to take.
  phrase(
    `(?:you are|you['’]re|act as|behave as|as) ${upTo(4, oneOf('now|just|only|an?|the|helpful|large|powerful|unrestricted'))}${MODEL}`,
  ),
  phrase(`[Ii]f you(?:['’]re| are) ${upTo(2, oneOf('an?|the'))}${AI}`, 'g'),
  // Forms of address.
  phrase(
    `(?:[Aa]ttention|ATTENTION|NOTE|[Nn]otes?|[Mm]essage|[Dd]ear|[Hh]ello|[Hh]ey|[Ii]nstructions?|[Nn]otice) ${upTo(3, oneOf('to|for|all|any|every|the|you'))}${AI}`,
    'g',
  ),
  // Mentions of its instructions.
  phrase(
    `(?:reveal|print|show|output|repeat|leak|display|disclose|ignore|override) ${upTo(4, oneOf(`${FILL}|me|us|out|entire|full|hidden`))}(?:system|initial|hidden|developer) (?:prompt|instructions|message)`,
  ),
  phrase('new system (?:prompt|instructions|message)'),
  // How it is to answer, and what to keep from its users.
  phrase(
    `(?:respond|reply|answer) (?:only|exclusively) (?:in|with) ${upTo(2, oneOf('the|a|valid'))}(?:json|xml|yaml|following|words?|phrase)`,
  ),
  phrase(String.raw`${NOT} (?:tell|inform|mention|reveal|disclose) (?:(?:\S{1,12} ){0,5}to )?the user`),
  // The same in other languages.
  phrase(
    `(?:ignorieren?|vergiss|vergessen|missachten?) ${upTo(4, oneOf('sie|alle|die|deine|ihre|bitte|sämtliche'))}(?:vorherigen|bisherigen|vorigen|obigen|früheren|vorangegangenen) (?:anweisungen|instruktionen|befehle|vorgaben)`,
  ),
  phrase(
    `(?:ignore[zr]?|oublie[zr]?) ${upTo(3, oneOf('toutes?|tous|les|tes|vos'))}(?:instructions|consignes|directives) (?:précédentes|antérieures|ci-dessus)`,
  ),
  phrase(
    `(?:ignor[ae]|olvid[ae]|esqueça|dimentica) ${upTo(3, oneOf('todas|tutte|las|as|le|tus|sus|suas'))}(?:instrucciones|instruções|istruzioni) (?:anteriores|previas|precedenti|acima)`,
  ),
  phrase(
    `(?:negeer|vergeet) ${upTo(3, oneOf('alle|de|je|uw'))}(?:vorige|eerdere|bovenstaande) (?:instructies|opdrachten)`,
  ),
  phrase(
    `(?:игнорируй(?:те)?|забудь(?:те)?) ${upTo(2, oneOf('все|твои|ваши'))}(?:предыдущие|прежние) (?:инструкции|указания)`,
  ),
  /(?:忽略|无视|忘记|忽視|無視)[^。！？\n]{0,8}(?:之前|以上|先前|上述|以前)[^。！？\n]{0,6}(?:指令|指示|提示)/gu,
  /(?:以前|上記|これまで|前)の(?:すべての)?(?:指示|命令|プロンプト)[^。！？\n]{0,6}無視/gu,
  // Marks between the turns of a conversation.
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|end_header_id|eot_id)\|>/gu,
  /\[\/?INST\]|<<\/?SYS>>|<\/?system(?:[_-](?:prompt|message|instructions))?>/gu,
  // Letters that nobody sees and a machine reads; a few of them make a flag.
  /[\u{E0020}-\u{E007E}]{8,}/gu,
];

/** The most that are reported of one file; the last report counts the rest. */
const MOST = 100;

/** @param from where the prose begins */
export const unwantedWords = (reading: FileReading, from: number): readonly Problem[] => [
  ...some(bannedWords(reading)),
  ...some(instructions(reading, from)),
];

/** In the whole file, including keys and comments. */
function bannedWords({ path, text, codex }: FileReading): readonly Problem[] {
  if (codex.bannedTerms.length === 0 || !isInMode(codex, path)) return [];
  const found = bannedIn(text, codex.bannedTerms);
  const uris = found.length > 0 ? dataUris(text) : [];
  const prose = found.filter((one) => !uris.some((uri) => spanContains(uri, one)));
  return prose.map(({ start, end, term }) => {
    const written = text.slice(start, end).replace(/\s+/g, ' ');
    const by = written.toLowerCase() === term.toLowerCase() ? '' : ` (as "${term}")`;
    const message = `"${written}" is among the banned_terms of codex.yaml${by}: use another word.`;
    return { code: 'term/banned', span: { start, end }, message };
  });
}

function instructions({ text }: FileReading, from: number): readonly Problem[] {
  return machineTalkIn(text, from).map((span) => {
    const short = cutShort(60, text.slice(span.start, span.end));
    const message = `"${short}" speaks to a language model, and not to your readers: briefs leave this passage out.`;
    return { code: 'prose/instruction', span, message };
  });
}

function some(problems: readonly Problem[]): readonly Problem[] {
  const [more, last] = [problems.length - MOST, problems[MOST - 1]];
  if (more <= 0 || !last) return problems;
  return [...problems.slice(0, MOST - 1), { ...last, message: `${last.message} And ${more} more in this file.` }];
}
