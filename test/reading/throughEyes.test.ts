/** Hovers, hints, lenses and fading through a knower's eyes: what they hold at the viewpoint, and nothing else. */
import { describe, expect, it } from 'vitest';
import { allEntries, type Canon, entryAt, LATEST, readCanonPoint } from '../../server/src/core/canon';
import { readDate } from '../../server/src/core/chronology';
import type { Entry } from '../../server/src/core/entry/entry';
import { fadingOf } from '../../server/src/core/reading/faded';
import { hoverAt } from '../../server/src/core/reading/hover';
import { hintsIn, lensesOf } from '../../server/src/core/reading/inline';
import { type Viewpoint, viewFrom, wholeEntry } from '../../server/src/core/reading/viewpoint';
import { eyesOf } from '../../server/src/core/tools/asked/forKnower';
import { caretIn } from '../support/caret';
import { codexOf, type Files } from '../support/codex';

const OPEN: Files = {
  'codex.yaml': `present: 450 TA
revisions: [s1, s2]
attributes: {founder: constant, ruler: state, member: set, death: constant}
circles: {players: [sara, tom]}
`,
  'vyr.md': '---\nid: vyr\ntitle: House Vyr\n---\nOf [[founding]], [[the-deed]] and [[nobody-at-all]].\n',
  'lysa.md': '---\nid: lysa\ntitle: Lysa of Vyr\ntype: person\ndate: 400 TA\n---\n',
  'maric.md': '---\ntitle: Maric\n---\n',
  'founding.md':
    '---\nid: founding\ntitle: The Founding\ntype: event\ndate: 200 TA\ncanon: s1\nfacts: {vyr: {founder: maric}}\n---\nMaric raised the hall.\n',
  'ballad.md':
    '---\ntitle: The Ballad\ndate: 320 TA\nbelieved_by: [commons]\nfacts: {queen: {death: drowned}}\n---\nShe drowned.\n\n> [!secret|lysa]\n> She did not.\n',
  'queen.md': '---\nid: queen\ntitle: The Queen\nfacts: {queen: {death: in her bed}}\n---\n',
  'commons.md': '---\nid: commons\ntitle: The Commons\n---\n',
};

const SECRET: Files = {
  'aldric.md': '---\ntitle: Aldric\nknown_by: [lysa]\n---\n',
  'the-deed.md': `---
id: the-deed
title: The Hidden Deed
date: 412 TA
canon: s2
known_by: {lysa: 430 TA, players: s2}
supersedes: [{id: founding, as_of: 200 TA, effective: always, reason: It was Aldric all along.}]
facts: {vyr: {founder: aldric}}
---
Aldric, for [[founding]].
`,
};

const ALL = { ...OPEN, ...SECRET };

function through(canon: Canon, who: string | null, at: string | null = null, asOf = 'latest'): Viewpoint {
  const point = readCanonPoint(canon, asOf);
  if (!point.ok) throw new Error(point.message);
  const date = at === null ? null : readDate(canon.codex.chronology, at);
  const day = date?.ok ? date.date : null;
  const eyes = who === null ? null : eyesOf(canon, point.point, who, day);
  if (eyes?.ok === false) throw new Error(eyes.failure.message);
  return viewFrom(canon, day, point.point === LATEST ? null : point.point, eyes?.value ?? null);
}

const tellsOf = (view: Viewpoint) => ({ ...view, href: (entry: Entry) => wholeEntry(view, entry)?.path ?? null });

/** Everything that is shown of a page from its first letter to its last. */
function everythingTold(view: Viewpoint, entry: Entry, text: string): unknown[] {
  const words = [...text.matchAll(/\w+/g)];
  const hovers = words.map(({ index }) => hoverAt(tellsOf(view), entry, text, index)?.markdown ?? null);
  const hints = hintsIn(view, entry, text, { start: 0, end: text.length }).map(({ offset, label, tooltip }) => [
    offset,
    label,
    tooltip,
  ]);
  return [hovers, hints, lensesOf(view, entry).map(({ title }) => title), fadingOf(view, entry, text)];
}

function hover(files: Files, who: string | null, at?: string, asOf?: string): string | null {
  const { canon, entry, text, offset } = caretIn(files);
  return hoverAt(tellsOf(through(canon, who, at, asOf)), entry, text, offset)?.markdown ?? null;
}

const withCaret = (file: string, before: string): Files => ({
  ...ALL,
  [file]: (ALL[file] ?? '').replace(before, `$0${before}`),
});

describe('through a knower’s eyes', () => {
  it('a hover shows what they hold, and whose eyes these are', () => {
    const of = withCaret('founding.md', 'founder');
    expect(hover(of, 'lysa')).toBe(
      "*At this note's date, 200 TA, through the eyes of Lysa of Vyr:* **founder** of [House Vyr](vyr.md): *[Aldric](aldric.md)*\n\n---\n\n" +
        '**founder** of [House Vyr](vyr.md)\n\n' +
        '- *[Aldric](aldric.md)* from 200 TA — [The Hidden Deed](the-deed.md), s2\n' +
        '- once *[Maric](maric.md)*, until [The Hidden Deed](the-deed.md), s2 put it right',
    );
    expect(hover(of, 'lysa', '429 TA')).toContain('*[Maric](maric.md)* from 200 TA — [The Founding](founding.md), s1');
    expect(hover(of, 'everyone')).not.toMatch(/Aldric|Deed|s2/);
    // Players do not learn who aldric is.
    expect(hover(of, 'tom')).toContain('- *aldric* from 200 TA — [The Hidden Deed](the-deed.md), s2');
    expect(hover(of, 'tom', undefined, 's1')).not.toMatch(/Aldric|Deed|s2/);
  });

  it('names that they don’t know look the same, whether an entry exists or not', () => {
    expect(hover(withCaret('vyr.md', 'the-deed'), 'maric')).toBe(
      '*Through the eyes of Maric:*\n\n**the-deed** — unknown to Maric',
    );
    expect(hover(withCaret('vyr.md', 'nobody-at-all'), 'maric')).toBe(
      '*Through the eyes of Maric:*\n\n**nobody-at-all** — unknown to Maric',
    );
    expect(hover(withCaret('vyr.md', 'the-deed'), 'lysa')).toContain('[The Hidden Deed](the-deed.md)');
  });

  it('a page that they don’t know says so above it and is not pale, and hints show what they know about its names', () => {
    const { canon } = codexOf(ALL);
    const view = through(canon, 'everyone');
    const text = ALL['the-deed.md'] ?? '';
    const entry = entryAt(canon, 'the-deed.md');
    if (!entry) throw new Error('no page');
    expect(fadingOf(view, entry, text)).toEqual({ faded: [], struck: [] });
    expect(lensesOf(view, entry).map(({ title }) => title)).toEqual(['unknown to everyone']);
    expect(hintsIn(view, entry, text, { start: 0, end: text.length }).map(({ label }) => label)).toEqual([
      'Lysa of Vyr · born 400 TA',
      '200 TA',
      'House Vyr',
    ]);
  });

  it('what some believe is shown to them, and pale to others', () => {
    const { canon } = codexOf(ALL);
    const entry = entryAt(canon, 'ballad.md');
    const text = ALL['ballad.md'] ?? '';
    const fadedFor = (who: string | null): string[] =>
      fadingOf(through(canon, who), entry as Entry, text).faded.map(({ start, end }) => text.slice(start, end));
    expect(fadedFor('commons')).toEqual(['> [!secret|lysa]\n> She did not.\n']);
    expect(fadedFor(null)).toEqual([]);
    expect(fadedFor('lysa')).toEqual(['death: drowned']);
    expect(hover(withCaret('queen.md', 'death'), 'commons')).toContain('drowned');
    expect(hover(withCaret('queen.md', 'death'), 'lysa')).not.toContain('drowned');
  });

  it('nothing differs from a codex in which what they don’t know was never written', () => {
    const [all, open] = [codexOf(ALL).canon, codexOf(OPEN).canon];
    const told = (canon: Canon, asOf?: string): unknown[] =>
      ['everyone', 'commons'].flatMap((who) =>
        [null, '250 TA'].flatMap((at) =>
          [...allEntries(canon)]
            .filter(({ path }) => path in OPEN)
            .map((entry) => [
              who,
              at,
              entry.path,
              everythingTold(through(canon, who, at, asOf), entry, ALL[entry.path] ?? ''),
            ]),
        ),
      );
    expect(told(all)).toEqual(told(open));
    expect(told(all, 's1')).toEqual(told(open, 's1'));
  });
});
