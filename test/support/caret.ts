/** A codex with a caret in it: `$0` in one of the files. */
import { entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import { codexOf, type Files } from './codex';

export function caretIn(files: Files) {
  const marked = Object.entries(files).find(([, text]) => text.includes('$0'));
  if (!marked) throw new Error('no file has a caret, $0');
  const [path, drawn] = marked;
  const offset = drawn.indexOf('$0');
  const text = drawn.replace('$0', '');
  const { canon } = codexOf({ ...files, [path]: text });
  const entry = entryAt(canon, path);
  if (!entry) throw new Error(`${path} is no entry`);
  return { canon, known: knownAt(canon, LATEST), entry, text, offset };
}

/** The seed story of the example codex, with a calendar and revisions. */
export const vyr: Files = {
  'codex.yaml': `present: 430 TA
calendars:
  reckoning:
    default_era: TA
    months: [{name: Frostwane, days: 30}, {name: Thaw, days: 30}]
    weekdays: [Sunsday, Moonsday, Ashday]
    eras: [{id: TA, names: [Third Age], epoch: 0}]
revisions: [session-45, {id: session-47, title: The Refounding, date: 2026-05-12}]
attributes: {founder: constant, member: set, seat: state}
`,
  'founding-of-house-vyr.md':
    '---\ntitle: The Founding of House Vyr\ntype: event\ndate: 200 TA\ncanon: session-45\nfacts:\n  house-vyr: {founder: maric}\n---\n',
  'refounding-of-house-vyr.md':
    '---\ntitle: The Refounding of House Vyr\ntype: event\ndate: 412 TA\ncanon: session-47\nsupersedes:\n  - id: founding-of-house-vyr\n    as_of: 200 TA\n    reason: Aldric was the true founder.\nfacts:\n  house-vyr: {founder: aldric}\n---\n',
  'house-vyr.md': '---\ntitle: House Vyr\ntype: house\naliases: [The Fire-Keepers]\n---\n',
  'maric.md': '---\ntitle: Maric\ntype: person\n---\n',
  'aldric.md': '---\ntitle: Aldric\ntype: person\n---\n',
};
