/** The outline of an entry, drawn as an editor draws it. */
import { describe, expect, it } from 'vitest';
import { entryAt } from '../../server/src/core/canon';
import { type Outlined, outlineOf } from '../../server/src/core/reading/symbols';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { codexOf } from '../support/codex';
import { vyr } from '../support/caret';

function outline(text: string, path = 'note.md', hasHeadings = true) {
  const { canon } = codexOf({ ...vyr, [path]: text });
  const entry = entryAt(canon, path);
  if (!entry) throw new Error(`${path} is no entry`);
  return outlineOf(nowOf(canon), entry, text, hasHeadings);
}

/** One line for each: kind, name, detail, what is selected; `~` before what is replaced. */
function drawn(one: Outlined, text: string, depth = 0): string[] {
  const { kind, name, detail, nameSpan, isReplaced, children } = one;
  const selected = text.slice(nameSpan.start, nameSpan.end);
  const line = `${'  '.repeat(depth)}${isReplaced ? '~' : ''}${kind} ${name}${detail ? ` (${detail})` : ''} @ ${selected}`;
  return [line, ...children.flatMap((child) => drawn(child, text, depth + 1))];
}

const lines = (text: string, path?: string): string[] => drawn(outline(text, path), text);

describe('an outline', () => {
  it('has the retcons, the facts and the headings', () => {
    const text = `---
id: crowning
title: The Crowning
type: Event
date: 412 TA
supersedes:
  - id: founding-of-house-vyr
    effective: 412 TA
    only: [house-vyr.founder]
retracts: maric
restores: {id: nobody}
facts:
  house-vyr: {founder: aldric, member: [maric, "[[The Fire-Keepers]]"], held_by: hand}
  crowning: {seat: y}
---
Before.

# The Crowning

Text.

## The **first** [[maric|night]]

### Later

More.

## After
#

# Notes
`;
    expect(lines(text)).toEqual([
      'event The Crowning (412 TA · current) @ crowning',
      '  retcon Supersedes The Founding of House Vyr (from 412 TA · founder only) @ founding-of-house-vyr',
      '  retcon Retracts Maric (for all time) @ maric',
      '  retcon Restores nobody (no such note) @ nobody',
      '  constant House Vyr · founder: Aldric @ aldric',
      '  set House Vyr · member: Maric @ maric',
      '  set House Vyr · member: House Vyr @ The Fire-Keepers',
      '  state House Vyr · held by: hand @ hand',
      '  state seat: y @ y',
      '  heading The first night @ The **first** [[maric|night]]',
      '    heading Later @ Later',
      '  heading After @ After',
      '  heading Notes @ Notes',
    ]);
  });

  it('marks what no longer holds as replaced', () => {
    expect(lines(vyr['founding-of-house-vyr.md'] ?? '', 'founding-of-house-vyr.md')).toEqual([
      '~event The Founding of House Vyr (200 TA · superseded) @ The Founding of House Vyr',
      '  constant House Vyr · founder: Maric @ maric',
    ]);
    const text =
      '---\ntitle: B\ndate: 300 TA\nfacts: {x: {seat: y}}\nsuperseded_by: {id: note-2, effective: always}\n---\n';
    expect(lines(text)).toEqual([
      'entry B (300 TA · current) @ B',
      '  retcon Superseded by note-2 (no such note) @ note-2',
      '  state x · seat: y @ y',
    ]);
    const { canon } = codexOf({ 'codex.yaml': '', 'b.md': text, 'note-2.md': '' });
    const entry = entryAt(canon, 'b.md');
    expect(entry && drawn(outlineOf(nowOf(canon), entry, text, true), text)).toEqual([
      '~entry B (300 TA · superseded, for all time) @ B',
      '  retcon Superseded by note-2 (for all time) @ note-2',
      '  ~state x · seat: y @ y',
    ]);
  });

  it('shows a fact with its ends as written', () => {
    const text =
      '---\nfacts:\n  - {entity: house-vyr, attribute: ruler, value: lysa, from: 310 TA, through: 312 TA}\n---\n';
    expect(lines(text).at(-1)).toBe('  state House Vyr · ruler: lysa (from 310 TA through 312 TA) @ lysa');
  });

  it('has a name for every line, and no line outside the one above it', () => {
    const texts = [
      '',
      '#\n',
      '---\n',
      '---\ntitle: ""\n---\n# #\n',
      'A\n===\nb\n---\n\n# C\r\n## D\r\n',
      '---\nfacts: {"": {"": a}}\n---\n',
    ];
    const check = (one: Outlined, within: Outlined): void => {
      expect(one.name).not.toBe('');
      expect(within.span.start <= one.span.start && one.span.end <= within.span.end).toBe(true);
      expect(one.span.start <= one.nameSpan.start && one.nameSpan.end <= one.span.end).toBe(true);
      for (const child of one.children) check(child, one);
    };
    for (const root of texts.flatMap((text) => [outline(text), outline(text, 'note.md', false)])) check(root, root);
  });

  it('leaves headings to editors that have them, and ends where the prose begins', () => {
    const text = '---\ndate: 3\nattributes: {seat: x}\n---\n# A\n\n## B\n';
    const root = outline(text, 'note.md', false);
    expect(drawn(root, text)).toEqual(['entry A (3 TA · current) @ ', '  state seat: x @ x']);
    expect(text.slice(root.span.end)).toBe('\n# A\n\n## B\n');
  });

  it('gives a fact all its words, and a section all its lines', () => {
    const text = '---\ntitle: T\nfacts:\n  a: {b: c}\n  d: {e: f, g: [h, i]}\n---\n# A\n\ntext\n\n## B\nmore\n\n# C\n';
    const spans = (one: Outlined): string[] => [
      text.slice(one.span.start, one.span.end),
      ...one.children.flatMap(spans),
    ];
    expect(spans(outline(text)).slice(1)).toEqual([
      'a: {b: c',
      'e: f',
      'h',
      'i',
      '# A\n\ntext\n\n## B\nmore',
      '## B\nmore',
      '# C',
    ]);
  });
});
