/** The revisions of a codex.yaml: the sessions in their order, or why there is no one order of them, and what helps. */
import type { Survey } from '../survey';
import type { Taken } from './choices';
import { count, someOf } from './keyUses';
import { slugOf, type RevisionFound } from './sessions';
import { comment, commented, inline, plainly } from './text';

export function sessions({ sessions: { revisions, campaigns }, isInGit }: Survey, taken: Taken): readonly string[] {
  const git = isInGit ? ['', ...fromGit(taken)] : [];
  if (campaigns.length > 0) {
    const [first] = campaigns;
    const names = campaigns.map(({ name, sessions: number }) => `${inline(name)} (${number})`);
    const example = first && {
      ...first.first,
      title: first.first.title === first.name ? null : first.first.title,
      id: slugOf(`${first.name.split('/').at(-1) ?? ''} ${first.first.id}`),
    };
    return [
      ...comment(
        `Sessions are counted anew in each campaign: ${someOf(names, 4)}. In which order they were played among each other can't be told, so no list is made of them.`,
      ),
      ...comment(
        'What helps: list those that changed something, in the order in which you played them, and name them in the notes that they changed (`canon: <session>`); or leave the list away and write the day: `canon: 2026-05-12`.',
      ),
      '# revisions:',
      ...(example ? [`#   ${item(example)}`] : []),
      ...git,
    ];
  }
  if (revisions.length === 0) return isInGit ? fromGit(taken) : [];
  const lines = ['revisions:', ...revisions.map((one) => `  ${item(one)}`)];
  return [
    ...comment(
      `Your ${count(revisions.length, 'session')}, oldest first. They do nothing by themselves: a note that says \`canon: ${revisions.at(-1)?.id}\` at its top is canon from that one on. Mark the one you are still preparing with \`open: true\`.`,
    ),
    ...(taken.has('revisions') ? lines : commented(lines)),
    ...git,
  ];
}

function item({ id, title, date }: RevisionFound): string {
  const rest = `${date === null ? '' : `, date: ${date}`}${title === null ? '' : `, title: ${plainly(title)}`}`;
  return rest === '' ? `- ${plainly(id)}` : `- {id: ${plainly(id)}${rest}}`;
}

function fromGit(taken: Taken): readonly string[] {
  const line = 'canon: {from: git}';
  return [
    '# This folder is in git: with this line, a note that names no session is canon from its first commit on.',
    taken.has('git') ? line : `# ${line}`,
  ];
}
