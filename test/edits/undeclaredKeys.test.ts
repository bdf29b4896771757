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
  const kinds = kindsOf(undeclaredKeys(known, entry, text));
  if (Object.keys(kinds).length === 0) return null;
  const [offer] = attributesInCodexFile({ textOf: (file) => more[file] ?? null }, '', kinds);
  if (offer?.creates) return offer.creates[0]?.text ?? null;
  return offer ? (changedBy(more, offer)['codex.yaml'] ?? null) : null;
}

it('declares what names an entry or is a link, and creates codex.yaml where it is missing', () => {
  const page =
    'Ruler: "[[Nobody yet]]"\nfounder: Maric\nheirs: ["[[Maric]]", "[[Lysa]]"]\nmood: sad\nup: "[[Maric]]"\n';
  expect(declared(page)).toBe('attributes:\n  Ruler: state\n  founder: state\n  heirs: set\n');
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
