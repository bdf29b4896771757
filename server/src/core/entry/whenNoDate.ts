/** Words for what stands where a date should say since when somebody knows something, and is none: nobody is shown it meanwhile. */
import { findRevision } from '../codex/revisions';
import type { Problem } from '../text/problem';
import { listFirst, quoted } from '../text/wordLists';
import { type FileReading, reportWrongType } from './entryShapes';
import type { YamlScalar } from '../yaml/tree';

/** So many revisions are named. */
const MOST = 4;

/** Says more in the problem of the date that was read last, if it is new. @param count how many problems there were before */
export function sayWhatGoesHere(
  { text, codex, problems }: FileReading,
  count: number,
  key: 'known_by' | 'known_from',
): void {
  const problem = problems[count];
  if (!problem?.code.startsWith('date/')) return;
  const written = text.slice(problem.span.start, problem.span.end);
  const revisions = codex.revisions.map(({ id }) => id);
  const say = (message: string): void => void (problems[count] = { ...problem, message } satisfies Problem);
  const hidden = 'Until then nobody is shown this.';
  const plain = problem.message.replace(/\.$/, '');
  if (key === 'known_from' && findRevision(codex, written))
    say(
      `${quoted(written)} is a revision, and known_from a date of the world: write \`known_by: {name: ${quoted(written)}}\` for each who learned it then. ${hidden}`,
    );
  else if (key === 'known_by' && problem.code === 'date/unreadable' && revisions.length > 0)
    say(`${plain}, or name a revision of codex.yaml: ${listFirst(MOST, revisions.map(quoted))}. ${hidden}`);
  else say(`${plain}. ${hidden}`);
}

/** `{lysa: 430 TA, ulf}`: where one has a date, each has. */
export const reportNoWhen = (reading: FileReading, { text, content }: YamlScalar): void =>
  reportWrongType(
    reading,
    content,
    'info',
    `It is not said since when ${quoted(text)} is in on it: write a date or a revision behind it, like \`${quoted(text)}: …\`. Until then nobody is shown this.`,
  );
