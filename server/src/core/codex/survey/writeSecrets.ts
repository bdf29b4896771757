/** What of a codex.yaml hides what the notes mark as their game master's: callouts that are secrets, and folders that nobody knows. */
import type { Survey } from '../survey';
import type { Taken } from './choices';
import { conjoined, count } from './keyUses';
import { block, comment, inline, list, type Row } from './text';

export function secrets({ hiding: { callouts, folders, others } }: Survey, taken: Taken): readonly string[] {
  const isTaken = ({ name }: { readonly name: string }): boolean => taken.has(`secret:${name}`);
  const line = (some: typeof callouts): string => `secrets: ${list(some.map(({ name }) => name))}`;
  const [kept, left] = [callouts.filter(isTaken), callouts.filter((one) => !isTaken(one))];
  const rows = folders.map(
    ({ name, notes }): Row => ({
      line: `${JSON.stringify(name)}: nobody`,
      remark: count(notes, 'note'),
      isTaken: taken.has(`audience:${name}`),
    }),
  );
  return [
    ...(callouts.length > 0
      ? [
          ...comment(
            `Callouts that nobody is shown who asks as somebody, beside [!secret]: ${conjoined(callouts.map(({ name, notes }) => `[!${inline(name)}] in ${count(notes, 'note')}`))}.`,
          ),
          ...(kept.length > 0 ? [line(kept)] : []),
          ...(left.length > 0 ? [`# ${line([...kept, ...left])}`] : []),
        ]
      : []),
    ...(rows.length > 0
      ? ['# Who knows what lies in a folder: nobody but you, or those that you name.', ...block('audience', rows)]
      : []),
    ...(others.length > 0
      ? comment(
          `${conjoined(others.map(({ written, notes }) => `${inline(written)} (${count(notes, 'note')})`))} hide nothing here: a note that says \`known_by: nobody\` is yours alone, and \`known_by: [players]\` those of a circle know, which stand under \`circles: {players: [sara, tom]}\`.`,
        )
      : []),
  ];
}
