/** Completions of keys at a caret, the shapes that they insert, and whole retcons and facts. */
import { describe, expect, it } from 'vitest';
import { complete } from './completing';

const fm = (yaml: string): string => `---\n${yaml}\n---\n`;

describe('a key is offered', () => {
  it.each([
    ['ti$0', 'title', 'title: '],
    ['$0', 'title', 'title: '],
    ['$0', 'draft', 'draft: true'],
    ['$0', 'aliases', 'aliases: [‸]'],
    ['$0', 'supersedes', 'supersedes:\n  - id: ‸'],
    ['$0', 'sources', 'sources:\n  - ‸'],
    ['$0', 'facts', 'facts:\n  ‸'],
    ['title: x\n$0\ntype: y', 'date', 'title: x\ndate: \ntype: y'],
    ['Typ$0', 'type', 'type: '],
    ['ti$0tl', 'title', 'title: '],
    ['sup$0: x', 'supersedes', 'supersedes: x'],
    ['sup$0:\n  - id: x', 'supersedes', 'supersedes:\n  - id: x'],
    ['sup$0 # c', 'supersedes', 'supersedes:\n  - id: ‸ # c'],
    ['da$0 412 TA', 'date', 'date:  412 TA'],
    ['"da$0"', 'date', '"date"'],
    ['"da$0": 3', 'date', '"date": 3'],
    ['"da$0', 'date', '"date": '],
    ['supersedes:\n  - id: x\n    $0', 'effective', 'supersedes:\n  - id: x\n    effective: '],
    ['supersedes:\n  - id: x\n    $0', 'reason', 'supersedes:\n  - id: x\n    reason: "‸"'],
    ['supersedes:\n  - id: x\n    $0', 'soft', 'supersedes:\n  - id: x\n    soft: true'],
    [
      'supersedes:\n  - id: founding-of-house-vyr\n    $0',
      'as_of',
      'supersedes:\n  - id: founding-of-house-vyr\n    as_of: 200 TA',
    ],
    ['supersedes:\n  - id: x\n    $0\n    reason: y', 'only', 'supersedes:\n  - id: x\n    only: [‸]\n    reason: y'],
    ['supersedes:\n  - id: x\n    $0\n  - id: y', 'only', 'supersedes:\n  - id: x\n    only: [‸]\n  - id: y'],
    ['$0', 'formerly', 'formerly:\n  - ‸'],
    ['formerly:\n  - seat: x\n    $0', 'canon', 'formerly:\n  - seat: x\n    canon: '],
    ['formerly:\n  - {seat: x, $0}', 'reason', 'formerly:\n  - {seat: x, reason: "‸"}'],
    ['formerly:\n  - $0', 'seat', 'formerly:\n  - seat: '],
    ['formerly:\n  - {$0}', 'founder', 'formerly:\n  - {founder: }'],
    ['supersedes:\n  $0', 'id', 'supersedes:\n  id: '],
    ['supersedes:\n  -$0', 'id', 'supersedes:\n  - id: '],
    ['supersedes:\n  - $0\n    reason: y', 'id', 'supersedes:\n  - id: \n    reason: y'],
    ['supersedes: {id: x, $0}', 'reason', 'supersedes: {id: x, reason: "‸"}'],
    ['supersedes: [{$0}]', 'id', 'supersedes: [{id: }]'],
    ['retracts:\n- id: x\n  $0', 'reason', 'retracts:\n- id: x\n  reason: "‸"'],
    // Where a line begins once the one above has been ended.
    ['supersedes:\n  - id: x\n  re$0', 'reason', 'supersedes:\n  - id: x\n    reason: "‸"'],
    [
      'supersedes:\n  - id: x\n    soft: true\n  $0',
      'reason',
      'supersedes:\n  - id: x\n    soft: true\n    reason: "‸"',
    ],
    ['supersedes:\n  - id: x\n  $0\n  - id: y', 'soft', 'supersedes:\n  - id: x\n    soft: true\n  - id: y'],
    ['facts:\n  - entity: x\n    $0', 'attribute', 'facts:\n  - entity: x\n    attribute: '],
    ['facts:\n  - {entity: x, $0}', 'value', 'facts:\n  - {entity: x, value: }'],
  ])('%j: %s', (before, key, after) => {
    expect(complete(fm(before)).drawn(key)).toBe(fm(after));
    const crlf = (text: string): string => fm(text).replaceAll('\n', '\r\n');
    expect(complete(crlf(before)).drawn(key)).toBe(crlf(after));
  });

  it('with its documentation', () => {
    expect(complete(fm('$0')).choices.find(({ label }) => label === 'until')?.doc).toContain('no longer holds');
    const inner = complete(fm('supersedes:\n  - id: x\n    $0'));
    expect(inner.choices.find(({ label }) => label === 'effective')?.doc).toContain('Takes a world date, or always');
  });
  it('in the first line of a file, before anything is closed', () => {
    expect(complete('---\n$0').drawn('title')).toBe('---\ntitle: ');
    expect(complete('---\nty$0').drawn('type')).toBe('---\ntype: ');
    expect(complete('---\ntitle: x\n$0').drawn('type')).toBe('---\ntitle: x\ntype: ');
    expect(complete('\uFEFF---\r\nty$0').drawn('type')).toBe('\uFEFF---\r\ntype: ');
  });
  it('under the name that codex.yaml gives it, for every key', () => {
    const { labels } = complete(fm('$0'), { 'codex.yaml': 'fields: {date: [born, founded], id: eip}\n' });
    expect(labels).toEqual(expect.arrayContaining(['born', 'founded', 'eip']));
    expect(labels).not.toContain('date');
    // As other tools require, which distinguish `fc-date` from `fc_date`.
    expect(complete(fm('$0'), { 'codex.yaml': 'fields: {date: fc-date}\n' }).drawn('fc-date')).toBe(fm('fc-date: '));
    expect(complete(fm('born: 1\n$0'), { 'codex.yaml': 'fields: {date: [born, founded]}\n' }).labels).not.toContain(
      'founded',
    );
  });
  it('unless it is already present, in whatever spelling', () => {
    expect(complete(fm('Superseded-By: x\n$0')).labels).not.toContain('superseded_by');
    expect(complete(fm('$0\ntitle: x')).labels).not.toContain('title');
    expect(complete(fm('until: 3 TA\n$0')).labels).not.toContain('through');
    expect(complete(fm('supersedes: {$0, id: x}')).labels).not.toContain('id');
  });
  it('for the attributes of codex.yaml, and the keys of pages of the same type', () => {
    expect(complete(fm('$0')).labels).toEqual(expect.arrayContaining(['founder', 'member', 'seat']));
    const people = { 'a.md': fm('type: person\nhome: x'), 'b.md': fm('type: person\nhome: y\nage: 3') };
    const { labels } = complete(fm('type: person\n$0'), people);
    expect(labels).toContain('home');
    expect(labels).not.toContain('age');
    expect(complete(fm('type: house\n$0'), people).labels).not.toContain('home');
  });
});

describe('no key is offered', () => {
  it.each([
    'supersedes:\n  - id: x\n$0\n    reason: y',
    'supersedes:\n  - id: x\n$0    reason: y',
    'supersedes:\n  - x\n  $0',
    'supersedes:\n  - id: x\n     $0',
    'sources:\n$0\n- a',
    'supersedes:\n  $0\n- id: a',
    'supersedes: x\n  $0',
    'reason: |\n  one\n  $0\n  two',
    'title: "one\n$0\n  two"',
    '$0title: x',
    'supersedes: {id: x} $0',
    'supersedes: { $0 id: x}',
    'title: x\n  $0',
    'attributes:\n  seat: x\n   $0',
  ])('%j', (before) => expect(complete(fm(before)).labels).toEqual([]));
});

describe('a whole', () => {
  it.each([
    ['Retcon', 'supersedes:\n  - id: ‸\n    as_of: ‸\n    effective: ‸\n    reason: "‸"'],
    ['Retraction', 'retracts:\n  - id: ‸\n    reason: "‸"'],
    ['Restoration', 'restores:\n  - id: ‸\n    effective: ‸\n    reason: "‸"'],
    ['Fact', 'facts:\n  - entity: ‸\n    attribute: ‸\n    value: ‸\n    from: ‸'],
  ])('%s', (label, after) => {
    expect(complete(fm('title: x\n$0')).drawn(label)).toBe(fm(`title: x\n${after}`));
    expect(complete(fm('sources:\n- a\n$0')).drawn(label)).toBe(fm(`sources:\n- a\n${after.replaceAll('\n  ', '\n')}`));
  });
  it('is offered once: a second one is an item of its list', () => {
    const label = 'Retcon';
    expect(complete(fm('supersedes: x\n$0')).labels).not.toContain(label);
    expect(complete(fm('supersedes:\n  - a\n  - $0')).drawn(label)).toBe(
      fm('supersedes:\n  - a\n  - id: ‸\n    as_of: ‸\n    effective: ‸\n    reason: "‸"'),
    );
  });
});
