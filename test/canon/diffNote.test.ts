/** What changed, as a note to be published: titles, reasons, and a mark on what nobody has declared. */
import { expect, it } from 'vitest';
import { markdown } from '../../server/src/core/tools/prose';
import { askDiff } from '../../server/src/core/tools/diff';
import { canonOf } from './world';

const CODEX = `revisions: [r1, {id: r2, title: "The *Second* Night"}]
attributes: {founder: constant, member: set}
calendars: {c: {eras: [{id: TA, epoch: 0}]}}
`;

function noteOf(texts: Readonly<Record<string, string>>, from = 'r1', to?: string): string {
  const files = new Map(Object.entries(texts).map(([id, text]) => [`${id}.md`, `---\n${text}\n---\n`]));
  const answered = askDiff(canonOf(files, CODEX), { from, to });
  if (!answered.ok) throw new Error(answered.failure.message);
  return markdown(answered.note ?? []);
}

const x = 'title: House <X>';
const a = 'title: Old\ndate: 10 TA\ncanon: r1\nfacts: {x: {founder: maric, seat: hold, member: [p, q]}}';
const maric = 'title: Maric';

it('has a section for each entity, and the reason once for all that changed for it', () => {
  const b = `title: New
date: 20 TA
canon: r2
supersedes: {id: a, only: [x.founder, x.seat], reason: "1. It *was* <b>so</b>\\n\\n# really"}
facts: {x: {founder: aldric, seat: keep}}`;
  const texts = { x, a, b, maric };
  expect(noteOf(texts)).toBe(`## What changed since r1

### House \\<X\\>

- **Founder**, from 20 TA: was Maric, is **aldric**
- **Seat**, from 20 TA: was hold, is **keep**

> 1\\. It \\*was\\* \\<b\\>so\\</b\\> \\# really — New (The \\*Second\\* Night)`);
  const turned = Object.fromEntries(Object.entries(texts).reverse());
  expect(noteOf(turned), 'whatever the order of files').toBe(noteOf(texts));
});

it('marks what nobody declared, and tells a dispute and a set as what they are', () => {
  const b = 'title: New\ndate: 20 TA\ncanon: r2\nfacts: {x: {founder: aldric, member: [q, r], motto: "- none"}}';
  expect(noteOf({ x, a, b, maric }, 'r1', 'r2')).toBe(`## What changed from r1 to The \\*Second\\* Night

### House \\<X\\>

- **Founder**, from 20 TA: was Maric, is disputed: **Maric** or **aldric**
- **Member**, from 20 TA: is now also **r**

> **No retcon declares this**: New (The \\*Second\\* Night)

- **Motto**, from 20 TA: **- none**

> New: New (The \\*Second\\* Night)`);
});

it('tells what is gone, and what has no reason', () => {
  const b = 'title: New\ncanon: r2\nretracts: a';
  const note = noteOf({ x, a, b, maric });
  expect(note).toContain('- **Member**, from 10 TA: was p and q, and is no longer told\n');
  expect(note).toMatch(/> A retcon without a reason — New \(The .*\)$/);
  expect(noteOf({ x, a })).toBe('## What changed since r1\n\nNothing: every answer is the same.');
});
