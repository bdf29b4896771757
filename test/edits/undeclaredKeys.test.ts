/** Properties that name other pages and are not facts, and how they are declared in codex.yaml. */
import { expect, it } from 'vitest';
import { attributesInCodexFile } from '../../server/src/core/edits/fixes/keyFixes';
import { kindsOf, undeclaredKeys } from '../../server/src/core/edits/refactor/factText';
import { changedBy, type Files } from '../support/codex';
import { caretIn } from '../support/caret';

/** codex.yaml after all of them were declared; null where there is nothing to declare. */
function declared(page: string, more: Files = {}): string | null {
  const files = { 'maric.md': '---\ntitle: Maric\n---\n', ...more, 'vyr.md': `---\n${page}---\n$0` };
  const { known, entry, text } = caretIn(files);
  const kinds = kindsOf(known, undeclaredKeys(known, entry, text), (file) =>
    file === 'vyr.md' ? text : (more[file] ?? null),
  );
  if (Object.keys(kinds).length === 0) return null;
  const [offer] = attributesInCodexFile({ textOf: (file) => more[file] ?? null }, '', kinds);
  if (offer?.creates) return offer.creates[0]?.text ?? null;
  return offer ? (changedBy(more, offer)['codex.yaml'] ?? null) : null;
}

it('declares what names an entry or is a link, and creates codex.yaml where it is missing', () => {
  const page =
    'Ruler: "[[Nobody yet]]"\nfounder: Maric\nheirs: ["[[Maric]]", "[[Lysa]]"]\nmood: sad\nup: "[[Maric]]"\n';
  expect(declared(page)).toBe('attributes:\n  Ruler: state\n  founder: constant\n  heirs: set\n');
});

it('changes nothing else in codex.yaml', () => {
  const codex = '# Ours\npresent: 3 TA # now\nattributes: # those\n  seat: state   # one at a time\n\ntypes: [house]\n';
  expect(declared('ruler: "[[Maric]]"\n', { 'codex.yaml': codex })).toBe(
    codex.replace('at a time\n', 'at a time\n  ruler: state\n'),
  );
  expect(declared('ruler: [[Maric]]\n', { 'codex.yaml': '# Nothing but this\n' })).toBe(
    '# Nothing but this\nattributes:\n  ruler: state\n',
  );
});

it('declares nothing where facts are stated, and a declared property is a fact', () => {
  const codex = { 'codex.yaml': 'attributes: {seat: state}\n' };
  expect(declared('seat: hill\nruler: "[[Maric]]"\n', codex)).toBeNull();
  expect(declared('seat: "[[Maric]]"\n', codex)).toBeNull();
  expect(declared('mood: sad\ntags: [a, b]\n')).toBeNull();
});

it('asks the other notes what kind it is, as set-up does', () => {
  const more = { 'codex.yaml': '', 'arden.md': '---\nallies: ["[[Maric]]", "[[Lysa]]"]\n---\n' };
  expect(declared('allies: "[[Maric]]"\nrace: "[[Elves]]"\n', more)).toContain('  allies: set\n  race: constant\n');
});

it('fills in the block that set-up has left as a comment, and writes no second one', () => {
  const suggested =
    '# Facts.\n# attributes:\n#   ruler: state   # 2 notes: [[Maric]]\n#   mood: state    # 3 notes: sad\n\n# The end.\n';
  expect(declared('ruler: "[[Maric]]"\nseat: "[[Maric]]"\n', { 'codex.yaml': suggested })).toBe(
    '# Facts.\nattributes:\n  ruler: state   # 2 notes: [[Maric]]\n  seat: state\n  # mood: state    # 3 notes: sad\n\n# The end.\n',
  );
  const windows = 'present: 3 TA\r\n# attributes:\r\n#   mood: state\r\n';
  expect(declared('ruler: "[[Maric]]"\n', { 'codex.yaml': windows })).toBe(
    'present: 3 TA\r\nattributes:\r\n  ruler: state\r\n  # mood: state\r\n',
  );
});

it('takes the # from the row of a block that counts', () => {
  const codex = 'attributes:\n  # Ruler: state   # 2 notes\n  seat: state\n';
  const kinds = { ruler: 'set', hall: 'state' };
  const [offer] = attributesInCodexFile({ textOf: () => codex }, '', kinds);
  expect(offer && changedBy({ 'codex.yaml': codex }, offer)['codex.yaml']).toBe(
    'attributes:\n  Ruler: set   # 2 notes\n  seat: state\n  hall: state\n',
  );
});
