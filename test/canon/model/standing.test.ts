/** model §5: the kind of a retcon, and the standing of an entry. */
import { describe, expect, it } from 'vitest';
import { codex, type Files, json, standing } from './answers';
import { askLog } from '../../support/ask';

const kinds = (files: Files): unknown[] =>
  (json(askLog(codex(files), {})).retcons as { kind: string }[]).map(({ kind }) => kind);

describe('the kind of a retcon', () => {
  const a = 'date: 10 TA\nfacts: {x: {lord: maric}}';
  /** One that holds only after 20 TA, and one that holds before too. */
  const two = [
    '  - {entity: x, attribute: seat, value: hold, from: 30 TA}',
    '  - {entity: x, attribute: lord, value: maric}',
  ];
  it.each<[string, Files, string]>([
    ['that leaves nothing is a correction', { a, b: 'supersedes: a' }, 'correction'],
    ['that leaves something is a change', { a, b: 'date: 20 TA\nsupersedes: a' }, 'change'],
    [
      'that leaves one fact is a change',
      { a: `date: 10 TA\nfacts:\n${two.join('\n')}`, b: 'date: 20 TA\nsupersedes: a' },
      'change',
    ],
    [
      'is judged on the facts that it touches',
      { a: `date: 10 TA\nfacts:\n${two.join('\n')}`, b: 'date: 20 TA\nsupersedes: [{id: a, only: [x.seat]}]' },
      'correction',
    ],
    ['that states nothing is judged on its own time', { a: 'date: 10 TA', b: 'date: 20 TA\nsupersedes: a' }, 'change'],
    ['with nothing in its place is a retraction', { a, b: 'date: 20 TA\nretracts: a' }, 'retraction'],
    ['that leaves both is soft', { a, b: 'supersedes: [{id: a, soft: true}]' }, 'soft'],
    ['that brings back is a restoration', { a, b: 'restores: a' }, 'restoration'],
  ])('%s', (_, files, kind) => expect(kinds(files)).toEqual([kind]));
});

describe('the standing of an entry', () => {
  const at = (now: string, files: Files, name: string) => standing({ ...files, 'codex.yaml': `present: ${now}` }, name);
  const standings = (files: Files, name: string, ...ats: string[]) => ats.map((now) => at(now, files, name));

  it('follows its own dates, where these can be compared', () => {
    const a = 'date: 10 TA\nuntil: 20 TA';
    expect(standings({ a }, 'a', '5 TA', '15 TA', '25 TA')).toEqual(['not_yet', 'current', 'ended']);
    expect(standings({ a }, 'a', '5 QQ', '25 QQ')).toEqual(['current', 'current']);
  });

  it('follows a retcon from when it takes effect, on the same line', () => {
    const files = { a: 'date: 10 TA', b: 'date: 20 TA\nsupersedes: a' };
    expect(standings(files, 'a', '15 TA', '25 TA', '25 QQ')).toEqual(['current', 'superseded', 'current']);
    const upsideDown = { ...files, a: 'date: 20 TA\nuntil: 10 TA' };
    expect(at('25 TA', upsideDown, 'a')).toBe('superseded');
  });

  it('is changed by a retcon whose date can be compared with one of its facts, and by no other', () => {
    const on = (...lines: string[]) =>
      lines.map((line, i) => `  - {entity: x, attribute: a${i}, value: v, from: 10 ${line}}`).join('\n');
    const files = (...lines: string[]) => ({
      a: `date: 10 QQ\nfacts:\n${on(...lines)}`,
      b: 'date: 20 TA\nsupersedes: a',
    });
    expect(at('25 TA', files('TA'), 'a')).toBe('superseded');
    expect(at('25 TA', files('QQ', 'TA'), 'a')).toBe('superseded');
    expect(at('25 TA', files('QQ'), 'a')).toBe('current');
  });

  it('is not changed by a restoration that leaves something of it', () => {
    const restored = (facts: string, more = '') => ({
      a: 'date: 10 TA\nfacts: {x: {lord: maric}}',
      b: `date: 20 TA${more}\nsupersedes: a\nfacts: ${facts}`,
      r: 'restores: [{id: a, effective: 40 TA}]',
    });
    const around = (files: Files) => standings(files, 'b', '35 TA', '45 TA');
    expect(around(restored('{x: {lord: aldric}}'))).toEqual(['current', 'superseded']);
    expect(around(restored('{}'))).toEqual(['current', 'superseded']);
    expect(around(restored('{x: {lord: aldric}, y: {seat: hill}}'))).toEqual(['current', 'current']);
    // The restoration ends nothing of it: its own end has come.
    expect(around(restored('{y: {seat: hill}}', '\nuntil: 30 TA'))).toEqual(['ended', 'ended']);
  });
});
