/** The first part of a hover: the state at the date of the entry being read, or at the viewpoint. */
import { describe, expect, it } from 'vitest';
import { readCanonPoint } from '../../server/src/core/canon';
import { readDate } from '../../server/src/core/chronology';
import { hoverAt } from '../../server/src/core/reading/hover';
import { viewFrom } from '../../server/src/core/reading/viewpoint';
import type { Files } from '../support/codex';
import { caretIn, vyr } from '../support/caret';

/** The text above the line, and below it. @param chosen a viewpoint */
function hover(files: Files, chosen: { readonly at?: string; readonly asOf?: string } = {}) {
  const { canon, entry, text, offset } = caretIn(files);
  const date = chosen.at === undefined ? null : readDate(canon.codex.chronology, chosen.at);
  const point = chosen.asOf === undefined ? null : readCanonPoint(canon, chosen.asOf);
  const view = viewFrom(canon, date?.ok ? date.date : null, point?.ok ? point.point : null);
  const told = hoverAt({ ...view, href: () => '#' }, entry, text, offset)?.markdown.replaceAll(/\[(.*?)\]\(#\)/g, '$1');
  const [first = '', ...whole] = told?.split('\n\n---\n\n') ?? [];
  return whole.length > 0 ? { first, whole: whole.join() } : { first: null, whole: first };
}

const scene = (date: string, name: string, files: Files = {}): Files => ({
  ...vyr,
  'maric.md': '---\ntitle: Maric\ntype: person\ndate: 169 TA\nthrough: 231 TA\n---\n',
  'scene.md': `---\ndate: ${date}\n---\nSee [[${name}$0]].\n`,
  ...files,
});
const vyrhold: Files = {
  'vyrhold.md': `---
title: Vyrhold
facts:
  - {attribute: lord, value: maric, from: 190 TA, until: 225 TA}
  - {attribute: lord, value: lysa, from: 225 TA}
  - {attribute: towers, value: five}
---
`,
};

describe('a hover in an entry with a date', () => {
  it('shows who it was then, and how old', () => {
    expect(hover(scene('200 TA', 'maric', vyrhold)).first).toBe(
      "*At this note's date, 200 TA:* **Maric**, 31, founder of House Vyr, lord of Vyrhold",
    );
  });

  it('shows what it had then, and the rest of the card as usual', () => {
    const { first, whole } = hover(scene('230 TA', 'vyrhold', vyrhold));
    expect(first).toBe("*At this note's date, 230 TA:* **Vyrhold** · **lord**: *lysa* · **towers**: *five*");
    expect(whole).toContain('- **lord**: *Maric* from 190 TA until 225 TA; then *lysa*');
  });

  it('shows both values of what changed in that time', () => {
    const { first } = hover(scene('220 TA .. 230 TA', 'vyrhold', vyrhold));
    expect(first).toContain('**lord**: *Maric* until 225 TA; then *lysa* · ');
  });

  it('shows a retcon from both sides at their own dates', () => {
    const founder = (date: string) => hover(scene(date, 'house vyr')).first;
    expect(founder('300 TA')).toBe("*At this note's date, 300 TA:* **House Vyr** · **founder**: *Maric*");
    expect(founder('412 TA')).toBe("*At this note's date, 412 TA:* **House Vyr** · **founder**: *Aldric*");
  });

  it('shows a dispute as one, and a role in it too', () => {
    const files = {
      ...vyrhold,
      'other.md': '---\ndate: 210 TA\nfacts: {vyrhold: {lord: aldric}}\n---\n',
      'another.md': '---\ndate: 210 TA\nfacts: {vyrhold: {lord: maric}}\n---\n',
    };
    expect(hover(scene('215 TA', 'vyrhold', files)).first).toContain('**lord** (disputed): *Maric*, or *Aldric* · ');
    expect(hover(scene('215 TA', 'maric', files)).first).toContain('lord (disputed) of Vyrhold');
  });

  it('shows the first few of many roles', () => {
    const halls = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((i) => [`hall-${i}.md`, '---\nattributes: {lord: maric}\n---\n']),
    );
    expect(hover(scene('200 TA', 'maric', halls)).first).toBe(
      "*At this note's date, 200 TA:* **Maric**, 31, lord of hall-1, lord of hall-2, lord of hall-3, lord of hall-4, and more",
    );
  });

  it('shows what it cannot place, and what both versions keep', () => {
    const elsewhere = {
      'other.md': '---\nfacts: [{entity: vyrhold, attribute: gates, value: two, from: 12 PR}]\n---\n',
    };
    expect(hover(scene('215 TA', 'vyrhold', { ...vyrhold, ...elsewhere })).first).toContain(
      "**gates** (can't be placed in time): *two*",
    );
    const soft = {
      'other.md': '---\ndate: 210 TA\nsupersedes: {id: vyrhold, soft: true}\nfacts: {vyrhold: {lord: aldric}}\n---\n',
      'vyrhold.md': '---\ndate: 210 TA\nfacts: {vyrhold: {lord: maric}}\n---\n',
    };
    expect(hover(scene('215 TA', 'vyrhold', soft)).first).toContain('**lord** (both stand): *');
  });

  it.each([
    ['200 TA', 'date: 169 TA', '31'],
    ['2 Thaw 200 TA', 'date: 12 Thaw 169 TA', '30'],
    ['200 TA', 'date: 12 Thaw 169 TA', '30'],
    ['170 TA', 'date: 12 Thaw 169 TA', 'about 1'],
    ['200 TA', 'date: c. 169 TA', 'about 31'],
    ['c. 200 TA', 'date: 169 TA', 'about 31'],
    ['200 TA', 'date: 160s TA', 'about 35'],
    ['200 TA', 'date: 2nd century TA', 'founder of House Vyr'],
    ['200 TA', 'date: before 169 TA', 'founder of House Vyr'],
    ['200 TA', 'date: 300 BF', 'founder of House Vyr'],
    ['169 TA', 'date: 169 TA', 'newborn'],
    ['10 Thaw 169 TA', 'date: 1 Frostwane 169 TA', '1 month old'],
    ['160 TA', 'date: 169 TA', 'not yet born'],
    ['160 TA', 'date: c. 165 TA', 'not yet begun: from c. 165 TA'],
    ['240 TA', 'date: 169 TA\nthrough: 231 TA', 'who lived until 231 TA, founder of House Vyr'],
    ['231 TA', 'date: 169 TA\nthrough: 231 TA', '62, founder'],
    ['3rd century TA', 'date: 169 TA', 'founder of House Vyr'],
    ['200 TA .. 203 TA', 'date: 169 TA', 'about 32'],
  ])('in %s, of %j: %s', (date, life, words) => {
    const maric = `---\ntitle: Maric\ntype: Person\n${life}\n---\n`;
    const { first } = hover(scene(date, 'maric', { 'maric.md': maric }));
    expect(first).toContain(`:* **Maric**, ${words}`);
  });

  it('takes a birth from the current version of the page, and a place for ageless', () => {
    const other = (kind: string) => ({
      'maric-2.md': `---\ntitle: The Other\ntype: person\nentity: maric\ndate: 179 TA\nsupersedes: {id: maric${kind}}\n---\n`,
    });
    expect(hover(scene('200 TA', 'maric', other(', effective: always'))).first).toContain('**Maric**, 21, ');
    expect(hover(scene('200 TA', 'maric', other(''))).first).toContain('**Maric**, 31, ');
    expect(hover(scene('200 TA', 'maric', { 'maric.md': '---\ntype: place\ndate: 169 TA\n---\n' })).first).toBe(
      "*At this note's date, 200 TA:* **maric**, founder of House Vyr",
    );
  });

  it.each([
    ['412 TA', 'scene'],
    ['unknown', 'maric'],
    ['before 300 TA', 'maric'],
    ['300 TA', 'session-47'],
  ])('of %s, on %s, has no first part', (date, name) => {
    expect(hover(scene(date, name)).first).toBeNull();
  });
});

describe('a hover from a viewpoint', () => {
  it('is answered there, whatever the date of the entry', () => {
    expect(hover(scene('412 TA', 'maric', vyrhold), { at: '200 TA', asOf: 'session-45' })).toMatchObject({
      first: '*At 200 TA, as of session-45:* **Maric**, 31, founder of House Vyr, lord of Vyrhold',
      whole: expect.stringContaining('`maric` — current') as string,
    });
  });

  it('says so where there is nothing else to say', () => {
    expect(hover(scene('unknown', 'aldric'), { at: '200 TA' }).whole).toMatch(/^\*At 200 TA:\*\n\n\*\*Aldric/);
    expect(hover(scene('unknown', 'house vyr'), { asOf: 'session-45' }).whole).toMatch(
      /^\*As of session-45:\*\n\n\*\*House/,
    );
  });

  it('ignores what was decided later', () => {
    const asOf = 'session-45';
    expect(hover(scene('unknown', 'refounding-of-house-vyr'), { asOf }).whole).toBe(
      '*As of session-45:*\n\n**The Refounding of House Vyr** — not yet written',
    );
    expect(hover(scene('430 TA', 'house vyr'), { asOf }).first).toBe(
      "*At this note's date, 430 TA, as of session-45:* **House Vyr** · **founder**: *Maric*",
    );
    expect(hover(scene('unknown', 'house vyr'), { asOf: 'before:refounding-of-house-vyr' }).whole).toMatch(
      /^\*Before refounding-of-house-vyr:\*/,
    );
  });

  it('shows the state there', () => {
    const standing = (at: string) => hover(scene('unknown', 'founding-of-house-vyr'), { at }).whole;
    expect(standing('300 TA')).toContain('— current');
    expect(standing('412 TA')).toContain('— superseded');
    expect(standing('100 TA')).toContain('— not yet begun: from 200 TA');
  });

  it('counts from there', () => {
    expect(hover({ ...vyr, 'scene.md': '---\ndate: 30$00 TA\n---\n' }, { at: '412 TA' }).whole).toContain(
      '112 years before the viewpoint, 412 TA',
    );
  });
});
