/** The current texts seen from a commit: its canon answers, whatever its entries were called and wherever they were. */
import { describe, expect, it } from 'vitest';
import { entryAt } from '../../server/src/core/canon';
import { fadingOf } from '../../server/src/core/reading/faded';
import { hoverAt } from '../../server/src/core/reading/hover';
import { hintsIn, lensesOf } from '../../server/src/core/reading/inline';
import { viewFrom } from '../../server/src/core/reading/viewpoint';
import { codexOf, type Files } from '../support/codex';
import { vyr } from '../support/caret';

/** One current file, seen from what was committed. */
function told(committed: Files, now: Files, file: string) {
  const { canon } = codexOf(now);
  const entry = entryAt(canon, file);
  const text = now[file] ?? '';
  if (!entry) throw new Error(`${file} is no entry`);
  const commit = {
    canon: codexOf(committed).canon,
    textOf: (path: string) => committed[path] ?? null,
    commit: 'c0ffee',
    leftOut: new Map(),
  };
  const view = viewFrom(canon, null, { kind: 'git', text: 'git:v1', ...commit });
  const context = { ...view, href: () => null };
  const words = ({ start, end }: { readonly start: number; readonly end: number }) => text.slice(start, end);
  const { faded, struck } = fadingOf(view, entry, text);
  return {
    telling: context,
    hover: (word: string) => hoverAt(context, entry, text, text.indexOf(word))?.markdown ?? null,
    lenses: lensesOf(view, entry).map(({ title }) => title),
    hints: hintsIn(view, entry, text, { start: 0, end: text.length }).map(({ label }) => label),
    faded: faded.map(words),
    struck: struck.map(words),
  };
}

const founding = 'founding-of-house-vyr.md';
const refounding = 'refounding-of-house-vyr.md';
const { [refounding]: _, ...book } = vyr as Record<string, string>;
const note =
  '---\nsources: founding-of-house-vyr\n---\nSee [[founding-of-house-vyr]] and [[refounding-of-house-vyr]].\n';

describe('a viewpoint on a commit', () => {
  it('shows the committed state of what has been retconned since', () => {
    const { lenses, faded, struck, hover } = told(book, { ...vyr, 'note.md': note }, 'note.md');
    expect([lenses, struck, faded]).toEqual([['not yet written as of git:v1'], [], [note.trim()]]);
    expect(hover('founding')).toMatch(/^\*As of git:v1:\*\n\n\*\*The Founding of House Vyr\*\*[^]*— current/);
    expect(told(book, vyr, founding)).toMatchObject({ lenses: [], faded: [], struck: [] });
  });

  it('says that a later entry was not written yet', () => {
    const { lenses, hover, hints } = told({ ...book, 'note.md': note }, { ...vyr, 'note.md': note }, 'note.md');
    expect(hover('refounding')).toBe(
      '*As of git:v1:*\n\n**The Refounding of House Vyr** — not yet written as of git:v1',
    );
    expect([lenses, hints]).toEqual([[], ['200 TA']]);
    const self = told(book, vyr, refounding);
    expect(self.lenses).toEqual(['not yet written as of git:v1']);
    expect(self.hover('founding-of')).toContain("*At this note's date, 412 TA, as of git:v1:*");
    expect(self.hover('founder: ')).toContain('*Maric* from 200 TA');
    expect(self.hover('founder: ')).not.toContain('*Aldric*');
  });

  it('finds an entry that has moved, and one whose id was renamed with the old one kept', () => {
    const moved = {
      ...vyr,
      [founding]: null,
      'old/the-founding.md': (vyr[founding] ?? '').replace(
        '---\n',
        '---\nid: the-founding\naliases: [founding-of-house-vyr]\n',
      ),
      'note.md': note.replaceAll('founding-of-house-vyr', 'the-founding'),
    };
    const now = Object.fromEntries(Object.entries(moved).filter(([, text]) => text !== null)) as Files;
    const { hover, hints } = told({ ...book, 'note.md': note }, now, 'note.md');
    expect(hover('the-founding')).toContain('`founding-of-house-vyr` — current');
    expect(hints).toEqual(['The Founding of House Vyr · 200 TA']);
    expect(told(book, now, 'old/the-founding.md')).toMatchObject({ lenses: [], faded: [] });
  });

  it('shows an entity under the name that it had', () => {
    const facts = '---\nfacts: {vyr-house: {founder: maric}}\n---\n';
    const then = { 'vyr-house.md': '---\ntitle: Vyr\n---\n', 'a.md': facts };
    const now = {
      'house-vyr.md': '---\ntitle: House Vyr\naliases: [vyr-house]\n---\n',
      'a.md': '---\nfacts: {house-vyr: {founder: aldric}}\n---\n',
    };
    const { hover, faded } = told(then, now, 'a.md');
    expect(hover('founder')).toContain('*maric*');
    expect(hover('house-vyr')).toContain('`vyr-house` — current');
    expect(faded, 'what was not told yet').toEqual(['founder: aldric']);
  });

  it('strikes and fades by the retcons of the commit, where the current text has none', () => {
    const sourced = { ...vyr, 'note.md': note };
    const now = { ...book, 'note.md': note };
    const { struck, faded } = told(sourced, now, 'note.md');
    expect([struck, faded]).toEqual([
      ['founding-of-house-vyr', '[[founding-of-house-vyr]]'],
      ['founding-of-house-vyr'],
    ]);
    expect(told(sourced, now, founding).lenses).toEqual([
      'superseded by The Refounding of House Vyr · 412 TA · change · show',
    ]);
  });

  it('says that a newer retcon was not declared yet', () => {
    const bare = (vyr[refounding] ?? '').replace(/supersedes:[^]*?\nfacts/, 'facts');
    expect(told({ ...vyr, [refounding]: bare }, vyr, refounding).lenses).toEqual([
      'supersedes founding-of-house-vyr · not yet written as of git:v1',
    ]);
    expect(told(vyr, vyr, refounding).lenses).toEqual([
      'supersedes The Founding of House Vyr · 200 TA · change · compare',
    ]);
  });

  it('counts dates by the calendar of that time', () => {
    const codex = (epoch: number) =>
      `present: 430 TA\ncalendars:\n  c: {default_era: TA, eras: [{id: OLD, epoch: 0}, {id: TA, epoch: ${epoch}}]}\n`;
    const page = '---\ndate: 10 OLD\ntype: event\n---\n';
    const { hover, telling: context } = told(
      { 'codex.yaml': codex(100), 'a.md': page },
      { 'codex.yaml': codex(1000), 'a.md': page },
      'a.md',
    );
    expect(context.present?.text).toBe('430 TA');
    expect(hover('10 OLD')).toMatch(/520 years before the present, 430 TA/);
    const day = '---\ndate: 3 Thaw 10 TA\n---\n';
    const month = (name: string) =>
      `calendars:\n  c: {months: [{name: ${name}, days: 30}], eras: [{id: TA, epoch: 0}]}\n`;
    expect(
      told({ 'codex.yaml': month('Melt'), 'a.md': day }, { 'codex.yaml': month('Thaw'), 'a.md': day }, 'a.md').hover(
        '3 Thaw',
      ),
    ).toBe('*As of git:v1:*\n\n**3 Thaw 10 TA** — no calendar of that time reads it');
  });
});
