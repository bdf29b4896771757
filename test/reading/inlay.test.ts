/** Hints between the words of the frontmatter, drawn in place: `maric⟨born c. 160 TA⟩`. */
import { describe, expect, it } from 'vitest';
import { entryAt, readCanonPoint } from '../../server/src/core/canon';
import { hintsIn } from '../../server/src/core/reading/inline';
import { viewFrom } from '../../server/src/core/reading/viewpoint';
import { codexOf, type Files } from '../support/codex';
import { vyr } from '../support/caret';

const DRAWN = /⟨[^⟩]*⟩/g;

/** The note's text with its hints drawn into it. */
function hinted(note: string, files: Files = {}, asOf = 'latest', part?: string): string {
  const { canon } = codexOf({ ...vyr, ...files, 'note.md': note });
  const point = readCanonPoint(canon, asOf);
  const entry = entryAt(canon, 'note.md');
  if (!entry || !point.ok) throw new Error('no note, or no such point');
  const start = part === undefined ? 0 : note.indexOf(part);
  const within = { start, end: part === undefined ? note.length : start + part.length };
  const hints = hintsIn(viewFrom(canon, null, point.point), entry, note, within);
  return hints.reduceRight(
    (text, { offset, label }) => `${text.slice(0, offset)}⟨${label}⟩${text.slice(offset)}`,
    note,
  );
}

const entries: Files = {
  'maric.md': '---\ntitle: Maric\ntype: person\ndate: c. 160 TA\n---\n',
  'ev-12.md': '---\ntitle: The Fall of the Bridge\ndate: 14 Thaw 309 TA\n---\n',
  'hv.md': '---\ntitle: The House of Vane\n---\n',
};

describe('hints', () => {
  it.each([
    'sources: [ev-12⟨The Fall of the Bridge · 14 Thaw 309 TA⟩, maric⟨born c. 160 TA⟩, a book]',
    'sources:\n  - "ev-12"⟨The Fall of the Bridge · 14 Thaw 309 TA⟩ # then\n  - \'The Fall of the Bridge\'⟨14 Thaw 309 TA⟩',
    'disputes: founding-of-house-vyr⟨200 TA⟩\nreviewed: The Founding of House Vyr⟨200 TA⟩',
    'sources: ["[[ev-12|the fall]]"⟨The Fall of the Bridge · 14 Thaw 309 TA⟩]\ndisputes: [[Maric]]⟨born c. 160 TA⟩',
    'supersedes: {id: ev-12⟨The Fall of the Bridge · 14 Thaw 309 TA⟩, as_of: 14 Thaw 309 TA, sources: hv⟨The House of Vane⟩}',
    'facts: {hv:⟨The House of Vane⟩ {founder: maric⟨born c. 160 TA⟩, seat: the old hall, cause: nobody}}',
    'facts:\n  - {entity: house-vyr, attribute: ruler, value: aldric, from: 200 TA, until: 412 TA⟨212 years⟩}',
    'date: 200 TA\nuntil: 412 TA⟨212 years⟩',
    'date: c. 160 TA\nthrough: "231 TA"⟨about 71 years⟩ # he was old',
    'date: Frostwane 200 TA\nuntil: Thaw 200 TA⟨1 month⟩',
    'date: 3-5 Thaw 429 TA⟨3 days⟩',
    'date: 200 TA .. 205 TA⟨5 years⟩',
    'date: 12 Thaw 300 TA\nuntil: 423 TA⟨122 years⟩',
    'date: 12 Thaw 300 TA\nthrough: 423 TA⟨123 years⟩',
    'date: 300 TA\nthrough: 422 TA⟨122 years⟩',
    'date: 412 TA\nfacts: [{entity: hv⟨The House of Vane⟩, attribute: seat, value: x, until: 430 TA⟨18 years⟩}]',
    'date: 412 TA\nuntil: 300 TA',
    'until: 412 TA',
    'id: note\ntitle: Founding\nentity: note',
    'disputes: nobody\nsources: [house-vyr, https://example.org]',
    'entity: ev-12⟨The Fall of the Bridge⟩\ndate: 309 TA',
    'entity: maric\ndate: 170 TA',
  ])('%s', (frontmatter) => {
    const drawn = `---\n${frontmatter}\n---\nSee [[ev-12]].\n`;
    expect(hinted(drawn.replaceAll(DRAWN, ''), entries)).toBe(drawn);
  });

  it('are right after wide characters, a byte-order mark and carriage returns', () => {
    const drawn =
      '\uFEFF---\r\ntitle: 😀 👑\r\nsources:\r\n  - ev-12⟨The Fall of the Bridge · 14 Thaw 309 TA⟩\r\n---\r\n';
    expect(hinted(drawn.replaceAll(DRAWN, ''), entries)).toBe(drawn);
  });

  it('appear while the YAML is half typed', () => {
    const drawn = '---\nsources: ev-12⟨The Fall of the Bridge · 14 Thaw 309 TA⟩\ndate: [200\n';
    expect(hinted(drawn.replaceAll(DRAWN, ''), entries)).toBe(drawn);
  });

  it('show what a name means at the viewpoint', () => {
    const drawn = '---\nsources: [founding-of-house-vyr⟨200 TA⟩, refounding-of-house-vyr]\n---\n';
    expect(hinted(drawn.replaceAll(DRAWN, ''), {}, 'session-45')).toBe(drawn);
  });

  it('are limited to the requested range', () => {
    const drawn = '---\nsources: maric\ndisputes: ev-12⟨The Fall of the Bridge · 14 Thaw 309 TA⟩\n---\n';
    expect(hinted(drawn.replaceAll(DRAWN, ''), entries, 'latest', 'disputes: ev-12')).toBe(drawn);
    expect(hinted('---\nsources: maric\n---\nMany words.\n', entries, 'latest', 'Many words')).not.toMatch(DRAWN);
  });
});
