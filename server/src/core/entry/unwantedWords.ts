/** Words of a file that its codex bans, and prose that speaks to a machine: what is found in the text itself, whatever it means. */
import { cutShort } from '../text/wordLists';
import { bannedIn } from '../codex/bannedTerms';
import { isInMode } from '../codex/sources';
import type { Problem } from '../text/problem';
import type { FileReading } from './entryShapes';
import { machineTalkIn } from './machineTalk';

/** So many are told of one file; the last of them says how many more there are. */
const MOST = 100;

/** @param from where the prose begins */
export const unwantedWords = (reading: FileReading, from: number): readonly Problem[] => [
  ...some(bannedWords(reading)),
  ...some(instructions(reading, from)),
];

/** In the whole file: what stands in a key or a comment is in it too. */
function bannedWords({ path, text, codex }: FileReading): readonly Problem[] {
  if (codex.bannedTerms.length === 0 || !isInMode(codex, path)) return [];
  return bannedIn(text, codex.bannedTerms).map(({ start, end, term }) => {
    const written = text.slice(start, end).replace(/\s+/g, ' ');
    const by = written.toLowerCase() === term.toLowerCase() ? '' : ` (as "${term}")`;
    const message = `"${written}" is among the banned_terms of codex.yaml${by}: use another word.`;
    return { code: 'term/banned', span: { start, end }, message };
  });
}

function instructions({ text }: FileReading, from: number): readonly Problem[] {
  return machineTalkIn(text, from).map((span) => {
    const short = cutShort(60, text.slice(span.start, span.end));
    const message = `"${short}" speaks to a machine that reads along, not to your readers: no brief gives this passage to anybody.`;
    return { code: 'prose/instruction', span, message };
  });
}

function some(problems: readonly Problem[]): readonly Problem[] {
  const [more, last] = [problems.length - MOST, problems[MOST - 1]];
  if (more <= 0 || !last) return problems;
  return [...problems.slice(0, MOST - 1), { ...last, message: `${last.message} And ${more} more in this file.` }];
}
