/** What changed, as a note to publish: titles, reasons, and a mark on undeclared changes. */
import { expect, it } from 'vitest';
import { markdown, plainText } from '../../server/src/core/tools/words/richText';
import { answerSteps, questionNamed } from '../../server/src/core/tools';
import type { AskResult } from '../../server/src/core/tools/asked/question';
import { atOnce } from '../../server/src/core/text/groups';
import { canonOf } from '../canon/world';
import { codexOf } from '../support/codex';
import { askDiff } from '../support/ask';

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

it('has a section for each entity, and each reason once for all its changes', () => {
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

it('marks undeclared changes, and labels disputes and sets', () => {
  const b = 'title: New\ndate: 20 TA\ncanon: r2\nfacts: {x: {founder: aldric, member: [q, r], motto: "- none"}}';
  expect(noteOf({ x, a, b, maric }, 'r1', 'r2')).toBe(`## What changed from r1 to The \\*Second\\* Night

### House \\<X\\>

- **Founder**, from 20 TA: was Maric, is disputed: **Maric** or **aldric**

> **No retcon declares this**: New (The \\*Second\\* Night)

- **Member**: also **r** from 20 TA
- **Motto**, from 20 TA: **- none**

> New: New (The \\*Second\\* Night)`);
});

it('lists what was removed, and what has no reason', () => {
  const b = 'title: New\ncanon: r2\nretracts: a';
  const note = noteOf({ x, a, b, maric });
  expect(note).toContain('- **Member**, from 10 TA: was p and q, and is no longer stated\n');
  expect(note).toMatch(/> A retcon without a reason — New \(The .*\)$/);
  expect(noteOf({ x, a })).toBe('## What changed since r1\n\nNothing: every answer is the same.');
});

it('lists a set value by value, over the whole stretch of each, and a replacement by a retcon as one change', () => {
  const old = `${a.replace('[p, q]', 'p')}\nuntil: 40 TA`;
  const other = 'date: 25 TA\nuntil: 30 TA\ncanon: r1\nfacts: {x: {member: q}}';
  const b = 'title: New\ndate: 20 TA\ncanon: r2\nfacts: {x: {member: r}}';
  const note = noteOf({ x, a: old, other, b, maric });
  expect(note).toContain('### House \\<X\\>\n\n- **Member**: also **r** from 20 TA\n\n> New: New');
  const c = `title: Put
canon: r2
supersedes: {id: other, reason: so, only: [x.member]}
facts: [{entity: x, attribute: member, value: s, from: 25 TA, until: 30 TA}]`;
  expect(noteOf({ x, a: old, other, c, maric })).toMatch(
    /- \*\*Member\*\*, from 25 TA until 30 TA: was q, is \*\*s\*\*\n\n> so — Put \([^)]*\)$/,
  );
});

it('leaves out unchanged facts that another page states now, and says that it does', () => {
  const b = `title: New
canon: r2
supersedes: {id: a, reason: so, only: [x.seat]}
facts: [{entity: x, attribute: seat, value: hold, from: 10 TA}]`;
  const files = new Map(Object.entries({ x, a, b }).map(([id, text]) => [`${id}.md`, `---\n${text}\n---\n`]));
  const answered = askDiff(canonOf(files, CODEX), { from: 'r1' });
  expect(answered.ok && markdown(answered.note ?? [])).toBe(`## What changed since r1

Nothing: every answer is the same.

One answer is unchanged, but another page states it now.`);
  expect(answered.ok && plainText(answered.prose)).toBe(`What changed from r1 to now
As before, but stated by others
  seat of House <X>: hold (New, r2)`);
  expect(answered.ok && answered.json.changes).toHaveLength(1);
});

it('keeps two pages of the same title apart', () => {
  const one = 'title: Maric\ndate: 10 TA\ncanon: r1\nattributes: {heir: "[[m1]]"}';
  const two = 'title: New\ndate: 20 TA\ncanon: r2\nfacts: {a: {heir: "[[m2]]"}}';
  expect(noteOf({ a: one, b: two, m1: maric, m2: maric })).toContain('- **Heir**, from 20 TA: was Maric, is **Maric**');
});

it('reports a change of who knows something that no retcon declares', () => {
  const question = questionNamed('diff') ?? expect.unreachable();
  const files = {
    'codex.yaml': CODEX.replace('member: set', 'seat: state').concat('circles: {players: [sara]}\n'),
    'x.md': `---\n${x}\n---\n`,
    'a.md': '---\ndate: 10 TA\nfacts: {x: {seat: hold}}\n---\n',
    'b.md': '---\ncanon: r1\ndate: 12 TA\nknown_by: {players: r2}\nfacts: {x: {seat: keep}}\n---\n',
    'c.md':
      '---\ndate: 15 TA\nknown_by: nobody\nfacts: [{entity: x, attribute: seat, value: ash, known_by: {players: r2}}]\n---\n',
  };
  const given = { from: 'r1', to: 'r2', for: 'players' };
  const steps = answerSteps(question, codexOf(files).canon, given, { commits: new Map(), textOf: () => null });
  const answer = atOnce(steps as Generator<void, AskResult>);
  if (!answer.ok) throw new Error(answer.failure.message);
  expect(plainText(answer.prose)).toBe(`What changed from r1 to r2
As seen by players.
Known otherwise, and by no retcon
  seat of House <X>, from 12 TA until 15 TA: was hold, is keep (b, r1)
  seat of House <X>, from 15 TA: was hold, is ash`);
  expect(markdown(answer.note ?? [])).toBe(`## What changed from r1 to The \\*Second\\* Night

### House \\<X\\>

- **Seat**, from 12 TA until 15 TA: was hold, is **keep**

> Known otherwise: b (r1)

- **Seat**, from 15 TA: was hold, is **ash**

> Known otherwise`);
});
