/** Hovers over the text under the caret. */
import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../server/src/core/reading/hover';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import type { Files } from '../support/codex';
import { caretIn, vyr } from '../support/caret';

function hover(files: Files) {
  const { canon, entry, text, offset } = caretIn(files);
  const told = hoverAt({ ...nowOf(canon), href: ({ path }) => path }, entry, text, offset);
  return told && { words: text.slice(told.span.start, told.span.end), markdown: told.markdown };
}

const note = (yaml: string, body = ''): Files => ({ ...vyr, 'note.md': `---\n${yaml}\n---\n${body}` });

describe('on an entry', () => {
  const card = `**[The Founding of House Vyr](founding-of-house-vyr.md)** · event · 200 TA · session-45

\`founding-of-house-vyr\` — superseded

Superseded by [The Refounding of House Vyr](refounding-of-house-vyr.md), session-47 — from 412 TA

> Aldric was the true founder.

- **founder** of [House Vyr](house-vyr.md): *[Maric](maric.md)* from 200 TA until 412 TA; then *[Aldric](aldric.md)* ([The Refounding of House Vyr](refounding-of-house-vyr.md), session-47)`;

  it.each([
    ['an id', note('sources: [founding-of-$0house-vyr]')],
    ['a title', note('sources: The Founding of House Vyr$0')],
    ['a wikilink in the frontmatter', note('sources: "[[$0The Founding of House Vyr|then]]"')],
    ['a wikilink in a key of the author', note('spouse: [[[The Founding of $0House Vyr|then]]]')],
    ['a wikilink', note('type: song', 'See [[The Founding$0 of House Vyr]].')],
    ['a relative link', note('type: song', 'See [then](founding-of-$0house-vyr.md).')],
  ])('%s shows both states', (_, files) => {
    expect(hover(files)?.markdown).toBe(card);
  });

  it('a superseded id shows them too, beginning with the state at the date of its entry', () => {
    const refounding = vyr['refounding-of-house-vyr.md']?.replace('id: found', 'id: $0found') ?? '';
    const founding = '[The Founding of House Vyr](founding-of-house-vyr.md)';
    expect(hover({ ...vyr, 'refounding-of-house-vyr.md': refounding })?.markdown).toBe(
      `*At this note's date, 412 TA:* **${founding}**, superseded · **founder** of [House Vyr](house-vyr.md): *[Aldric](aldric.md)*\n\n---\n\n${card}`,
    );
  });

  it('the new version shows what it replaces', () => {
    expect(hover(note('reviewed: refounding-of-house-vyr$0'))?.markdown).toContain(
      'Supersedes [The Founding of House Vyr](founding-of-house-vyr.md) — from 412 TA',
    );
  });

  it('an entity shows the facts about it', () => {
    expect(hover(note('facts: {hou$0se-vyr: {seat: vyrhold}}'))?.markdown).toContain(
      '- **founder**: *[Maric](maric.md)* from 200 TA until 412 TA ([The Founding',
    );
  });

  it('calls a continuation by that name, and does not call a repeated fact a correction', () => {
    const files = (effective: string) => ({
      'old.md': '---\ndate: 200 TA\nfacts: {x: {seat: keep, lord: maric}}\n---\n',
      'new.md': `---\ndate: ${effective}\nsupersedes: {id: old}\nfacts: {x: {seat: keep, lord: aldric}}\n---\n`,
    });
    const told = (effective: string) =>
      hover({ ...files(effective), 'a.md': '---\nfacts: {$0x: {hat: red}}\n---\n' })?.markdown;
    expect(told('400 TA')).toContain(
      '- **lord**: *maric* from 200 TA until 400 TA ([old](old.md)); then *aldric* ([new](new.md))\n' +
        '- **seat**: *keep* from 200 TA until 400 TA ([old](old.md)); still so from then on ([new](new.md))',
    );
    expect(told('200 TA')).toContain(
      '- **lord**: *aldric* from 200 TA ([new](new.md)); once *maric*, until [new](new.md) put it right\n' +
        '- **seat**: *keep* from 200 TA ([new](new.md))',
    );
  });

  it('an entity without an entry shows its facts', () => {
    expect(hover(note('facts: {vyr$0hold: {towers: seven}}'))?.markdown).toBe(
      '**vyrhold** — no note describes it yet\n\n- **towers**: *seven* ([note](note.md))',
    );
  });

  it('of many facts and many members only the first are shown', () => {
    const files = {
      ...note('facts: {ke$0ep: {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9}}'),
      'rolls.md': '---\nfacts: {guild: {member: [a1, a2, a3, a4, a5, a6, a7, a8, a9]}}\n---\n',
    };
    const told = hover(files)?.markdown ?? '';
    expect(told.match(/^- \*\*/gm)).toHaveLength(6);
    expect(told).toMatch(/\n- and 3 more$/);
    const members = hover({ ...files, ...note('reviewed: rol$0ls') })?.markdown;
    expect(members).toMatch(/\*a5\*; and 4 more$/);
  });

  it('a name that several entries answer to lists them', () => {
    const files = {
      ...note('sources: th$0e hall'),
      'a.md': '---\ntitle: The Hall\ntype: place\n---\n',
      'b.md': '# The Hall\n',
    };
    expect(hover(files)?.markdown).toBe(
      'Several notes are called **the hall**:\n\n- [The Hall](a.md) · place\n- [The Hall](b.md)',
    );
  });

  it.each(['sources: a book$0', 'note: wh$0o knows', 'sources: https://example.org/$0x'])(
    '%s shows nothing',
    (yaml) => {
      expect(hover(note(yaml))).toBeNull();
    },
  );

  it("an author's words are not markup", () => {
    const files = { ...note('sources: a$0'), 'a.md': '---\ntitle: "The *Hall* [of](http://x) <b>"\n---\n' };
    expect(hover(files)?.markdown).toContain('**[The \\*Hall\\* \\[of\\](http://x) \\<b\\>](a.md)**');
  });
});

describe('standing, in words', () => {
  const of = (a: string, b = ''): string | undefined =>
    hover({ ...note('sources: a$0'), 'a.md': `---\n${a}\n---\n`, 'b.md': `---\n${b}\n---\n` })?.markdown;

  it.each([
    ['date: 300 TA\nuntil: 400 TA', '', 'ended at 400 TA'],
    ['date: 300 TA\nthrough: 400 TA', '', 'ended after 400 TA'],
    ['date: 500 TA', '', 'not yet begun: from 500 TA'],
    ['date: 300 TA', 'retracts: a', 'removed: it was never true'],
    ['date: 300 TA', 'date: 300 TA\nsupersedes: a', 'superseded, for all time'],
    [
      'date: 300 TA',
      'date: 300 TA\nsupersedes: {id: a, soft: true}',
      'current\n\nSoftly superseded by [b](b.md) — both stand',
    ],
  ])('%j, %j: %s', (a, b, words) => {
    expect(of(a, b)).toContain(`\`a\` — ${words}`);
  });
});

describe('on an attribute or a value', () => {
  const story = `**founder** of [House Vyr](house-vyr.md)

- *[Maric](maric.md)* from 200 TA until 412 TA — [The Founding of House Vyr](founding-of-house-vyr.md), session-45
- *[Aldric](aldric.md)* from 412 TA — [The Refounding of House Vyr](refounding-of-house-vyr.md), session-47`;
  const founding = vyr['founding-of-house-vyr.md'] ?? '';

  it('an attribute shows every stretch', () => {
    expect(hover({ ...vyr, 'founding-of-house-vyr.md': founding.replace('founder', 'fou$0nder') })?.markdown).toBe(
      `*At this note's date, 200 TA:* **founder** of [House Vyr](house-vyr.md): *[Maric](maric.md)*\n\n---\n\n${story}`,
    );
  });
  it('a value that is an entry names it first', () => {
    expect(hover({ ...vyr, 'founding-of-house-vyr.md': founding.replace('maric', '$0maric') })?.markdown).toBe(
      `*At this note's date, 200 TA:* **[Maric](maric.md)**, founder of [House Vyr](house-vyr.md)\n\n---\n\n**[Maric](maric.md)** · person\n\n${story}`,
    );
  });
  it('the targets of `only` are shown too', () => {
    expect(
      hover(note('supersedes: {id: founding-of-house-vyr, only: [house-vyr.foun$0der], soft: true}'))?.markdown,
    ).toBe(story);
  });
  it('a flat key that is an attribute is shown as one', () => {
    expect(hover(note('sea$0t: vyrhold'))?.markdown).toBe(
      '**seat** of [note](note.md)\n\n- *vyrhold* — [note](note.md)',
    );
  });
  it('a dispute is shown as a dispute', () => {
    const told = hover({
      ...note('date: 300 TA\nfacts: {lysa: {mother: Ysol$0de}}'),
      'other.md': '---\ndate: 300 TA\nfacts: {lysa: {mother: Brenna}}\n---\n',
    });
    expect(told?.markdown).toBe(
      "*At this note's date, 300 TA:* **mother** of lysa (disputed): *Ysolde*, or *Brenna*\n\n---\n\n" +
        '**mother** of lysa\n\n**Disputed**, and nobody has decided yet:\n- *Ysolde* from 300 TA — [note](note.md)\n- *Brenna* from 300 TA — [other](other.md)',
    );
  });
  it.each([
    ['disputes: other\n', '', '**Disputed**, intentional:'],
    ['', 'disputes: note\n', '**Disputed**, intentional:'],
    ['supersedes: {id: other, soft: true}\n', '', '**Both stand**, on purpose:'],
    ['disputes: maric\n', '', '**Disputed**, and nobody has decided yet:'],
  ])('%j and %j: %s', (one, other, head) => {
    const files = {
      ...note(`${one}date: 300 TA\nfacts: {lysa: {mother: Ysol$0de}}`),
      'other.md': `---\n${other}date: 300 TA\nfacts: {lysa: {mother: Brenna}}\n---\n`,
    };
    expect(hover(files)?.markdown).toContain(`${head}\n- *Ysolde*`);
  });
  it('both the retraction and the restoration are shown', () => {
    const told = hover({
      ...note('date: 300 TA\nfacts: {lysa: {curse: sleep$0less}}'),
      'b.md': '---\ndate: 310 TA\nretracts: note\n---\n',
      'c.md': '---\ndate: 400 TA\nrestores: {id: note, effective: 400 TA}\n---\n',
    });
    expect(told?.markdown).toBe(
      "*At this note's date, 300 TA:* **curse** of lysa: no facts recorded\n\n---\n\n" +
        '**curse** of lysa\n\n- *sleepless* from 400 TA — [note](note.md)\n- once *sleepless*, until [b](b.md) withdrew it',
    );
  });
  it('sources are shown as written, and addresses can be followed', () => {
    const told = hover(note('sources: [https://example.org/a_b?c#d, "the *old* map & key"]\nsea$0t: vyrhold'));
    expect(told?.markdown).toContain('after <https://example.org/a_b?c#d>, the \\*old\\* map \\& key');
  });
  it('what a correction displaced is shown too', () => {
    const told = hover({
      ...note('date: 300 TA\nfacts: {bridge: {felled_by: flo$0od}}'),
      'other.md': '---\ndate: 300 TA\nsupersedes: note\nfacts: {bridge: {felled_by: fire}}\n---\n',
    });
    expect(told?.markdown).toBe(
      "*At this note's date, 300 TA:* **felled by** of bridge: *fire*\n\n---\n\n" +
        '**felled by** of bridge\n\n- *fire* from 300 TA — [other](other.md)\n- once *flood*, until [other](other.md) put it right',
    );
  });
});

describe('on a date, a revision, a key', () => {
  it.each([
    [
      'date: 2 Thaw 412 T$0A',
      '**2 Thaw 412 TA** · Third Age\n\nMoonsday · day 24,691 · 17 years before the present, 430 TA',
    ],
    ['date: TA 41$02', '**412 TA** · Third Age\n\n18 years before the present, 430 TA'],
    ['date: 4$030', '**430 TA** · Third Age\n\nin the present, 430 TA'],
    ['date: 12$0430 TA', '**12430 TA** · Third Age\n\n12,000 years after the present, 430 TA'],
    ['date: c. 44$00 TA', '**c. 440 TA** · approximate'],
    ['facts: [{attribute: a, value: b, until: 43$05 TA}]', '5 years after the present, 430 TA'],
    ['supersedes: {id: maric, effective: alw$0ays}', 'the old version was never true'],
    ['canon: session-$047', '**session-47** · The Refounding · 2026-05-12'],
    ['da$0te: 412 TA', '`date` — The world date on which it happened'],
    ['supersedes: [{id: maric, eff$0ective: 412 TA}]', '`effective` — The world date from which this holds'],
    [
      'supersedes: [{id: maric, as$0_of: 412 TA}]',
      'The as_of of a question is something else: what you had decided by a session.',
    ],
    ['supersedes: [{id: maric, so$0ft: true}]', 'Both versions stay true, on purpose: nothing of the old one ends'],
    ['facts: [{attribute: a, value: b, thr$0ough: 412 TA}]', '`through` — The last world date'],
  ])('%s', (yaml, words) => {
    expect(hover(note(yaml))?.markdown).toContain(words);
  });

  it('a key that codex.yaml has renamed is explained by its meaning', () => {
    const files = { ...note('bo$0rn: 412'), 'codex.yaml': 'fields: {date: born}\n' };
    expect(hover(files)?.markdown).toContain('The world date on which it happened');
  });
  it('shows nothing for an invalid date', () => {
    expect(hover(note('date: unk$0nown'))?.markdown).toBeUndefined();
  });
});

describe('on what many pages state', () => {
  const version = (i: number): string =>
    `---\nid: v${i}\ncanon: s${i}\nfacts: {bridge: {cause: cause ${i}}}\n${i > 1 ? `supersedes: {id: v${i - 1}, effective: always}\n` : ''}---\n`;
  const versions = (count: number): Files => ({
    'codex.yaml': `revisions: [${Array.from({ length: count }, (_, i) => `s${i + 1}`).join(', ')}]\n`,
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i + 1}.md`, version(i + 1)])),
  });
  const goneIn = (markdown = ''): string[] =>
    [...markdown.matchAll(/(?:told as|once) \*cause (\d+)\*/g)].map(([, i = '']) => i);

  it('a card shows what the entry itself states, and the latest corrections', () => {
    const card = hover({ ...versions(12), 'note.md': '---\nsources: v$02\n---\n' })?.markdown;
    expect(goneIn(card)).toEqual(['2', '11', '10', '9', '8', '7', '6', '5']);
    expect(card).toContain('; and 3 other former values');
  });

  it('the history of an attribute does so too, and counts the others', () => {
    const last = version(10).replace('cause:', 'cau$0se:');
    const story = hover({ ...versions(10), 'v10.md': last })?.markdown;
    expect(goneIn(story)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2']);
    expect(story).toMatch(/- 1 other former value$/);
  });

  it('few are listed in the order of their pages', () => {
    const card = hover({ ...versions(9), 'note.md': '---\nsources: v$02\n---\n' })?.markdown;
    expect(goneIn(card)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    expect(card).not.toContain('former value');
  });
});
