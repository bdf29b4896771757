/** Completions in codex.yaml, at `$0`, and the text after one is chosen. */
import { describe, expect, it } from 'vitest';
import { choiceText } from '../../server/src/core/completion';
import { codexChoicesAt } from '../../server/src/core/completion/codexChoices';
import { CODEX_KEYS } from '../../server/src/core/codex/codexKeys';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { SEVERITIES } from '../../server/src/core/rules';

function complete(drawn: string) {
  const offset = drawn.indexOf('$0');
  const text = drawn.replace('$0', '');
  const { codex } = readCodex(text);
  const rules = [...SEVERITIES].map(([word, note]) => ({ word, note }));
  const choices = codexChoicesAt({ text, offset, codex, rules })?.choices ?? [];
  return {
    labels: choices.map(({ label }) => label),
    chosen(name: string): string {
      const choice = choices.find(({ label }) => label === name);
      if (!choice) return 'not offered';
      return text.slice(0, choice.span.start) + choiceText(choice) + text.slice(choice.span.end);
    },
  };
}

const CALENDAR = 'calendars:\n  reckoning:\n    months: [{name: Thaw, days: 30}]\n    eras: [{id: TA, epoch: 0}]\n';

describe('codex.yaml', () => {
  it('offers every key that it does not have yet', () => {
    expect(complete('$0').labels).toEqual([...CODEX_KEYS]);
    expect(complete('Revisions: [s1]\nr$0').labels.slice(0, 2)).toEqual(['registry', 'rules']);
    expect(complete('ti$0').chosen('tiers')).toBe('tiers: []');
  });

  it.each([
    ['rules: {link/unknown: $0}', ['off', 'error', 'warning', 'info', 'hint']],
    ['rules:\n  link/unknown: w$0', ['warning']],
    ['attributes:\n  founder: $0', ['constant', 'state', 'set']],
    ['titles: $0', ['file', 'heading']],
    ['mode: $0', ['neutral', 'fan']],
    ['revisions:\n  - {id: s1, open: $0}', ['true', 'false']],
    ['canon: {from: $0}', ['git']],
    [`${CALENDAR}    default_era: $0`, ['TA']],
    [`${CALENDAR}    leap: [{month: $0}]`, ['Thaw']],
    [`${CALENDAR}    seasons: {spring: [$0]}`, ['Thaw']],
    ['attributes: {mother: constant}\nkin: {parent: [$0]}', ['mother']],
    ['circles: {players: [sara]}\naudience:\n  "GM/**": $0', ['nobody', 'everyone', 'players']],
    ['present: $0', []],
    ['calendars:\n  reckoning:\n    eras:\n      - {id: BF, epoch: 1, direction: b$0}', ['backward']],
  ])('%j has the fitting words', (drawn, labels) => {
    expect(complete(drawn).labels).toEqual(labels);
  });

  it.each([
    [
      'calendars:\n  reckoning:\n    $0',
      ['months', 'leap', 'seasons', 'weekdays', 'eras', 'default_era', 'offset_days', 'year_days'],
    ],
    ['calendars:\n  reckoning:\n    months:\n      - $0', ['name', 'days']],
    [`${CALENDAR}    l$0`, ['leap', 'default_era']],
    ['revisions:\n  - {id: s1, $0}', ['date', 'title', 'open']],
    ['kin: {$0}', ['parent', 'spouse', 'child']],
    ['registry:\n  core:\n    $0', ['version', 'paths', 'trust', 'for', 'compliance']],
    ['canon:\n  $0', ['from']],
  ])('%j has the fitting keys', (drawn, labels) => {
    expect(complete(drawn).labels).toEqual(labels);
  });

  it('offers the codes of rules, and the keys that can be renamed', () => {
    expect(complete('rules:\n  fact/d$0').labels[0]).toBe('fact/disputed');
    expect(complete('rules:\n  fact/d$0').chosen('fact/disputed')).toBe('rules:\n  fact/disputed: ');
    expect(complete('fields: {da$0}').labels).toContain('date');
  });

  it('offers nothing where nothing fits, or where the text is not valid', () => {
    for (const drawn of ['# a comment $0', 'nonsense: $0', 'types:\n  $0', 'tiers: [$0]', '- $0'])
      expect(complete(drawn).labels).toEqual([]);
  });
});
