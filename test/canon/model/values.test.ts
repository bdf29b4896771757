/** model §4 and §6: values, and disputes among them. */
import { describe, expect, it } from 'vitest';
import { type AnswerJson, codex, type Files, json, lines, answerLines } from './answers';
import { askWasTrueAt } from '../../support/ask';

describe('values (model §4)', () => {
  it('of lower tiers never end higher ones', () => {
    const files = {
      'codex.yaml': 'tiers: [core, rumour]',
      a: 'date: 10 TA\ntier: core\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\ntier: rumour\nfacts: {x: {lord: aldric}}',
      c: 'date: 30 TA\nfacts: {x: {lord: lysa}}',
    };
    expect(answerLines(files, 'x', { at: '25 TA' })).toEqual(['!maric [10 TA, 30 TA)', '!aldric [20 TA, 30 TA)']);
    expect(answerLines(files, 'x', { at: '35 TA' })).toEqual(['lysa [30 TA, )']);
  });

  it('of a lower tier displace no undated value of a higher one', () => {
    const files = {
      'codex.yaml': 'tiers: [core, rumour]',
      a: 'tier: core\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\nuntil: 30 TA\ntier: rumour\nfacts: {x: {lord: aldric}}',
    };
    expect(answerLines(files, 'x', { at: '10 TA' })).toEqual(['maric [, )']);
    expect(answerLines(files, 'x', { at: '25 TA' })).toEqual(['!maric [, )', '!aldric [20 TA, 30 TA)']);
    expect(answerLines(files, 'x')).toEqual(['maric [, )']);
    expect(answerLines(files, 'x', { at: '10 QQ' })).toEqual(['maric [, )']);
    const unranked = { ...files, a: 'facts: {x: {lord: maric}}' };
    expect(answerLines(unranked, 'x', { at: '25 TA' })).toEqual(['aldric [20 TA, 30 TA)']);
  });

  it('of undated constants hold against dated ones, and undated states fill the gaps', () => {
    const files = {
      'codex.yaml': 'attributes: {founder: constant}',
      a: 'facts: {x: {founder: maric, lord: nobody}}',
      b: 'date: 20 TA\nuntil: 30 TA\nfacts: {x: {founder: aldric, lord: lysa}}',
    };
    expect(answerLines(files, 'x', { at: '10 TA' })).toEqual(['maric [, )', 'nobody [, 20 TA)']);
    expect(answerLines(files, 'x', { at: '20 TA' })).toEqual([
      '!maric [, )',
      '!aldric [20 TA, 30 TA)',
      'lysa [20 TA, 30 TA)',
    ]);
    expect(answerLines(files, 'x', { at: '30 TA', attribute: 'lord' })).toEqual(['nobody [30 TA, )']);
  });

  it('of an undated state fill the gaps of each line, whatever order the dated ones are written in', () => {
    const files = {
      a: 'date: 30 TA\nuntil: 40 TA\nfacts: {x: {lord: maric}}',
      b: 'date: 10 TA\nuntil: 20 TA\nfacts: {x: {lord: lysa}}',
      c: 'date: 10 QQ\nuntil: 20 QQ\nfacts: {x: {lord: aldric}}',
      d: 'facts: {x: {lord: orm}}',
    };
    const lords = (at: string) => answerLines(files, 'x', { at });
    expect(['5 TA', '15 TA', '25 TA', '35 TA', '45 TA'].map(lords)).toEqual([
      ['orm [, 10 TA)'],
      ['lysa [10 TA, 20 TA)'],
      ['orm [20 TA, 30 TA)'],
      ['maric [30 TA, 40 TA)'],
      ['orm [40 TA, )'],
    ]);
    expect(['5 QQ', '15 QQ', '20 QQ', '15 ZZ'].map(lords)).toEqual([
      ['orm [, 10 QQ)'],
      ['aldric [10 QQ, 20 QQ)'],
      ['orm [20 QQ, )'],
      ['orm [, )'],
    ]);
  });

  it('of an undated state fill no gap where dated ones meet or overlap', () => {
    const files = {
      'codex.yaml': 'tiers: [core, rumour]',
      a: 'date: 10 TA\nuntil: 40 TA\ntier: core\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\nuntil: 30 TA\ntier: rumour\nfacts: {x: {lord: lysa}}',
      c: 'date: 40 TA\nuntil: 50 TA\nfacts: {x: {lord: aldric}}',
      d: 'facts: {x: {lord: orm}}',
    };
    expect(answerLines(files, 'x', { at: '35 TA .. 60 TA' })).toEqual([
      'maric [10 TA, 40 TA)',
      'aldric [40 TA, 50 TA)',
      'orm [50 TA, )',
    ]);
  });

  it('of a state with an end and no beginning fill gaps up to that end, and on its own line', () => {
    const files = {
      a: 'date: 10 TA\nuntil: 12 TA\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\nuntil: 30 TA\nfacts: {x: {lord: lysa}}',
      c: 'date: 10 QQ\nfacts: {x: {lord: aldric}}',
      d: 'until: 15 TA\nfacts: {x: {lord: orm}}',
    };
    const lysa = 'lysa [20 TA, 30 TA)';
    expect(answerLines(files, 'x', { at: '11 TA .. 60 TA' })).toEqual([
      'maric [10 TA, 12 TA)',
      'orm [12 TA, 15 TA)',
      lysa,
    ]);
    expect(answerLines(files, 'x', { at: '5 QQ' })).toEqual([]);
    const longer = { ...files, a: files.a.replace('12 TA', '17 TA') };
    expect(answerLines(longer, 'x', { at: '5 TA .. 60 TA' })).toEqual(['orm [, 10 TA)', 'maric [10 TA, 17 TA)', lysa]);
  });

  it('are decided if they are placed on one line, and lie on others too', () => {
    const undecided = (files: Files, at: string) =>
      lines(json(askWasTrueAt(codex(files), { entity: 'x', at })).undecided as AnswerJson[]);
    const filled = {
      a: 'date: 10 TA\nuntil: 20 TA\nfacts: {x: {lord: maric}}',
      b: 'date: 10 QQ\nuntil: 20 QQ\nfacts: {x: {lord: aldric}}',
      c: 'facts: {x: {lord: orm}}',
    };
    expect(undecided(filled, '15 TA')).toEqual(['aldric [10 QQ, 20 QQ)']);
    const restored = {
      w: 'facts: {x: {lord: nobody}}',
      r: 'retracts: [{id: w, reason: no}]',
      s: 'restores: [{id: w, effective: 15 TA, reason: yes}]',
      t: 'restores: [{id: w, effective: 30 QQ, reason: yes}]',
    };
    const { facts, undecided: open } = json(askWasTrueAt(codex(restored), { entity: 'x', at: '20 TA' }));
    expect(lines(facts as AnswerJson[])).toEqual(['nobody [15 TA, )']);
    expect(open).toEqual([]);
  });

  it('are found by their attributes, however these are written', () => {
    const files = { a: 'facts: {x: {seat: hill, lord: maric}}' };
    expect(answerLines(files, 'x')).toEqual(['maric [, )', 'hill [, )']);
  });

  it('on another line are undecided', () => {
    const files = { a: 'date: 10 TA\nfacts: {x: {lord: maric}}', b: 'date: 10 QQ\nfacts: {x: {lord: aldric}}' };
    const answer = json(askWasTrueAt(codex(files), { entity: 'x', at: '12 TA' }));
    expect(lines(answer.facts as AnswerJson[])).toEqual(['maric [10 TA, )']);
    expect(lines(answer.undecided as AnswerJson[])).toEqual(['aldric [10 QQ, )']);
    expect(answerLines(files, 'x')).toEqual(['maric [10 TA, )', 'aldric [10 QQ, )']);
  });

  it('in an undeclared era are ordered by days, with a doubtful end on another line', () => {
    const files = {
      a: 'date: 412-3-5 TA\nuntil: 412-3-9 TA\nfacts: {x: {lord: maric}}',
      b: 'date: 412-3-9 TA\nfacts: {x: {lord: lysa}}',
      c: 'facts:\n  - {entity: y, attribute: lord, value: orm, from: 412 TA, until: 205 XR}',
    };
    expect(answerLines(files, 'x', { at: '412-3-8 TA' })).toEqual(['maric [412-3-5 TA, 412-3-9 TA)']);
    expect(answerLines(files, 'x', { at: '413 TA' })).toEqual(['lysa [412-3-9 TA, )']);
    expect(answerLines(files, 'y', { at: '411 TA' })).toEqual([]);
    expect(answerLines(files, 'y')).toEqual([]);
    const { undecided } = json(askWasTrueAt(codex(files), { entity: 'y', at: '413 TA' }));
    expect(lines(undecided as AnswerJson[])).toEqual(['orm [412 TA, )']);
    const elsewhere = (at: string) =>
      lines(json(askWasTrueAt(codex(files), { entity: 'y', at })).undecided as AnswerJson[]);
    expect(elsewhere('204 XR')).toEqual(['orm [412 TA, )']);
    expect(elsewhere('205 XR')).toEqual([]);
  });

  it('are in dispute only within the requested stretch', () => {
    const files = {
      'codex.yaml': 'attributes: {c: constant}',
      a: 'date: 10 TA\nuntil: 20 TA\nfacts: {x: {c: p}}',
      b: 'date: 15 TA\nfacts: {x: {c: q}}',
    };
    expect(answerLines(files, 'x', { at: '10 TA .. 12 TA' })).toEqual(['p [10 TA, 20 TA)']);
    expect(answerLines(files, 'x', { at: '12 TA .. 16 TA' })).toEqual(['!p [10 TA, 20 TA)', '!q [15 TA, )']);
    expect(answerLines(files, 'x', { at: '20 TA .. 22 TA' })).toEqual(['q [15 TA, )']);
  });

  it('of two agreeing entries are not a dispute, by text or by what they refer to', () => {
    const files = {
      maric: 'title: Maric the Red',
      a: 'date: 10 TA\nfacts: {x: {founder: maric}}',
      b: 'date: 10 TA\nfacts: {x: {founder: "[[Maric the Red]]"}}',
    };
    expect(answerLines(files, 'x')).toEqual(['maric [10 TA, )', 'Maric the Red [10 TA, )']);
  });

  it('end with their entry, include `through`, and print the day after', () => {
    const files = {
      'codex.yaml': 'attributes: {member: set}',
      a: 'date: 10 TA\nthrough: 12 TA\nfacts: {x: {member: [p, q]}}',
      b: 'facts:\n  - {entity: x, attribute: member, value: r, from: 11 TA, through: 11 TA}',
    };
    expect(answerLines(files, 'x', { at: '11 TA' })).toEqual([
      'p [10 TA, 13 TA)',
      'q [10 TA, 13 TA)',
      'r [11 TA, 12 TA)',
    ]);
    expect(answerLines(files, 'x', { at: '13 TA' })).toEqual([]);
  });

  it('come from flat keys that codex.yaml declares as attributes', () => {
    const files = { 'codex.yaml': 'attributes: {race: constant, type: state}', 'Elf Queen': 'Race: elf\ntype: person' };
    expect(answerLines(files, 'Elf Queen')).toEqual(['elf [, )']);
  });
});
