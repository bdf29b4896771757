/** Completions of dates, attributes, values, words and links. */
import { describe, expect, it } from 'vitest';
import { complete, completeIn } from './completing';

const fm = (yaml: string): string => `---\n${yaml}\n---\n`;

describe('a date', () => {
  it.each([
    ['date: 412 $0', 'TA', 'date: 412 TA'],
    ['date: 412$0', 'TA', 'date: 412 TA'],
    ['date: 412 t$0', 'TA', 'date: 412 TA'],
    ['date: 412 $0 # c', 'TA', 'date: 412 TA # c'],
    ['date: 412 $0# c', 'TA', 'date: 412 TA # c'],
    ['date: "412 $0', 'TA', 'date: "412 TA"'],
    ['date: 12 $0', 'Thaw', 'date: 12 Thaw '],
    ['date: Th$0', 'Thaw', 'date: Thaw '],
    ['date:$0', 'Thaw', 'date: Thaw '],
    ['date: 12 Thaw 412 $0', 'TA', 'date: 12 Thaw 412 TA'],
    ['date: 200 TA .. 205 $0', 'TA', 'date: 200 TA .. 205 TA'],
    ['until: 4$0', '430 TA', 'until: 430 TA'],
    [
      'facts:\n  - {entity: maric, attribute: seat, value: x, from: 4$0}',
      '430 TA',
      'facts:\n  - {entity: maric, attribute: seat, value: x, from: 430 TA}',
    ],
    ['supersedes:\n  - id: x\n    effective: $0', 'always', 'supersedes:\n  - id: x\n    effective: always'],
    [
      'supersedes:\n  - id: founding-of-house-vyr\n    as_of: $0',
      '200 TA',
      'supersedes:\n  - id: founding-of-house-vyr\n    as_of: 200 TA',
    ],
    [
      'supersedes: {id: founding-of-house-vyr, effective:$0}',
      '200 TA',
      'supersedes: {id: founding-of-house-vyr, effective: 200 TA}',
    ],
  ])('%j', (before, label, after) => expect(complete(fm(before)).chosen(label)).toBe(fm(after)));

  it('is that of the target first, then those of this page and of what it replaces, then the present', () => {
    const note = 'date: 412 TA\nuntil: 420 TA\nsupersedes:\n  - id: founding-of-house-vyr\n';
    expect(complete(fm(`${note}    as_of: $0`)).labels.slice(0, 1)).toEqual(['200 TA']);
    expect(complete(fm(`${note}    effective: $0`)).labels.slice(0, 5)).toEqual([
      'always',
      '412 TA',
      '200 TA',
      '420 TA',
      '430 TA',
    ]);
    expect(complete(fm('supersedes: founding-of-house-vyr\ndate: $0')).labels.slice(0, 2)).toEqual([
      '200 TA',
      '430 TA',
    ]);
  });
  it('counts in the usual era first', () => {
    const codex =
      'calendars: {c: {default_era: TA, eras: [{id: BF, epoch: 1, direction: backward}, {id: TA, epoch: 0}]}}\n';
    expect(complete(fm('date: 412 $0'), { 'codex.yaml': codex }).labels).toEqual(['TA', 'BF']);
  });
  it('may have been used by neighbours of the same entity', () => {
    const more = { 'old.md': fm('entity: maric\ndate: 160 TA\nthrough: 231 TA') };
    expect(complete(fm('entity: maric\ndate: $0'), more).labels).toEqual(expect.arrayContaining(['160 TA', '231 TA']));
    const fact = 'facts:\n  - {entity: house-vyr, attribute: founder, value: x, from: $0}';
    expect(complete(fm(fact)).labels).toEqual(expect.arrayContaining(['200 TA', '412 TA']));
  });
  it('is not a month of too few days, and no second month', () => {
    expect(complete(fm('date: 31 $0')).labels).not.toContain('Thaw');
    expect(complete(fm('date: 3 Thaw 31 $0')).labels).not.toContain('Frostwane');
    expect(complete(fm('date: 12 Thaw $0')).labels).toEqual([]);
  });
  it('is written in full where some of it is after the caret', () => {
    expect(complete(fm('date: 4$01 TA')).labels).toEqual(['430 TA']);
    expect(complete(fm('date: 4$01 TA')).chosen('430 TA')).toBe(fm('date: 430 TA'));
  });
});

describe('a word', () => {
  it.each([
    ['canon: $0', ['session-47', 'session-45']],
    ['canon: refound$0', ['session-47']],
    ['formerly: [{seat: x, canon: $0}]', ['session-47', 'session-45']],
    ['formerly: [{seat: x, soft: $0}]', ['true', 'false']],
    ['type: $0', ['event', 'person', 'house']],
    ['draft: $0', ['true', 'false']],
    ['supersedes: {id: x, soft: $0}', ['true', 'false']],
    ['canon: session-47$0', []],
    ['created: $0', []],
  ])('%j', (before, labels) => expect(complete(fm(before)).labels).toEqual(labels));
  it('explains a soft retcon, and where another as_of is meant', () => {
    expect(complete(fm('supersedes: {id: x, soft: $0}')).choices[0]?.note).toBe(
      'both versions stay true, and every answer gives both',
    );
    const keys = complete(fm('supersedes:\n  - id: x\n    $0')).choices;
    const docOf = (key: string) => keys.find(({ label }) => label === key)?.doc;
    expect(docOf('as_of')).toContain('The as_of of a question is something else');
    expect(docOf('soft')).toContain('Both versions stay true, on purpose');
  });
  it('for tiers comes highest first', () => {
    expect(complete(fm('tier: $0'), { 'codex.yaml': 'tiers: [table, tale]\n' }).labels).toEqual(['table', 'tale']);
  });
});

describe('an attribute', () => {
  it('is one of the entity first, then one of codex.yaml', () => {
    expect(complete(fm('facts:\n  house-vyr: {$0}')).labels).toEqual(['founder', 'member', 'seat']);
    expect(complete(fm('facts:\n  house-vyr:\n    $0')).chosen('founder')).toBe(
      fm('facts:\n  house-vyr:\n    founder: '),
    );
    expect(complete(fm('facts:\n  house-vyr: {founder: x, $0}')).labels).toEqual(['member', 'seat']);
    expect(complete(fm('facts:\n  - {entity: house-vyr, attribute: f$0}')).labels).toEqual(['founder']);
    expect(complete(fm('attributes: {$0}')).labels).toEqual(['founder', 'member', 'seat']);
  });
  it('is one of the old version before all others, with its value', () => {
    const ruler = { 'a.md': fm('facts: {house-vyr: {called: the Cold House}}') };
    const { choices } = complete(fm('supersedes: founding-of-house-vyr\nfacts:\n  house-vyr: {$0}'), ruler);
    expect(choices.slice(0, 2).map(({ label, note }) => [label, note])).toEqual([
      ['founder', 'maric, aldric'],
      ['called', 'the Cold House'],
    ]);
  });
  it('is one of the same type before one of another', () => {
    const more = {
      'a.md': fm('type: person\nattributes: {zeal: x}'),
      'b.md': fm('type: place\nattributes: {area: x, b: y}'),
    };
    const { labels } = complete(fm('type: person\nattributes:\n  $0'), more);
    expect(labels[0]).toBe('zeal');
    expect(labels).toContain('area');
  });
  it('may be any that has been used', () => {
    const more = { 'a.md': fm('facts: {maric: {eyes: grey}}') };
    expect(complete(fm('facts: {aldric: {e$0}}'), more).labels).toEqual(['eyes', 'founder', 'member', 'seat']);
  });
});

describe('a value', () => {
  it('is one that the attribute has had, or an entry of their types', () => {
    expect(complete(fm('facts:\n  house-vyr: {founder: $0}')).ids).toEqual(['maric', 'aldric']);
    expect(complete(fm('facts:\n  aldric:\n    founder: $0')).chosen('maric')).toBe(
      fm('facts:\n  aldric:\n    founder: maric'),
    );
    expect(complete(fm('founder: $0')).ids).toEqual(['aldric', 'maric']);
    expect(complete(fm('facts:\n  - entity: house-vyr\n    attribute: founder\n    value: $0')).ids).toEqual([
      'maric',
      'aldric',
    ]);
    const lysa = { 'lysa.md': fm('title: Lysa\ntype: person') };
    expect(complete(fm('founder: $0'), lysa).ids).toEqual(['aldric', 'maric', 'lysa']);
    const grey = { 'a.md': fm('attributes: {seat: "The Hall: West"}') };
    expect(complete(fm('seat: $0'), grey).chosen('The Hall: West')).toBe(fm('seat: "The Hall: West"'));
  });
  it('is a link where links are the custom', () => {
    const linked = { 'a.md': fm('seat: "[[Maric]]"'), 'b.md': fm('seat: "[[Maric]]"') };
    expect(complete(fm('seat: $0'), linked).chosen('aldric')).toBe(fm('seat: "[[aldric]]"'));
  });
  it('is any entry where nothing is known, if completion is invoked', () => {
    expect(complete(fm('member: $0')).ids).toContain('maric');
    expect(complete(fm('member: $0'), {}, { isAsked: false }).labels).toEqual([]);
  });
  it('of only is a fact that the old entry states', () => {
    const only = (yaml: string) => complete(fm(`supersedes:\n  - id: founding-of-house-vyr\n    only: ${yaml}`));
    expect(only('[$0]').chosen('house-vyr.founder')).toBe(
      fm('supersedes:\n  - id: founding-of-house-vyr\n    only: [house-vyr.founder]'),
    );
    expect(only('$0').labels).toEqual(['house-vyr.founder']);
    expect(only('\n      - f$0').labels).toEqual(['house-vyr.founder']);
    expect(only('[house-vyr.founder, $0]').labels).toEqual([]);
  });
});

describe('an entity', () => {
  it('is one that the page is about or replaces, then one with facts', () => {
    expect(complete(fm('facts:\n  - entity: $0')).ids.slice(0, 2)).toEqual(['note', 'house-vyr']);
    expect(complete(fm('supersedes: founding-of-house-vyr\nfacts:\n  - entity: $0')).ids[0]).toBe('house-vyr');
    expect(complete(fm('entity: $0')).ids).not.toContain('note');
  });
  it('does not need an entry', () => {
    const more = { 'a.md': fm('facts: {The Long Winter: {cause: x}}') };
    expect(complete(fm('facts:\n  - entity: long$0'), more).chosen('The Long Winter')).toContain(
      'entity: The Long Winter',
    );
    expect(complete(fm('facts:\n  $0'), more).chosen('The Long Winter')).toContain('The Long Winter: {}');
  });
});

describe('a wikilink', () => {
  it.each([
    ['[[$0', 'founding-of-house-vyr', '[[founding-of-house-vyr]]'],
    ['[[fou$0]]', 'founding-of-house-vyr', '[[founding-of-house-vyr]]'],
    ['[[fou$0ndling]] and', 'founding-of-house-vyr', '[[founding-of-house-vyr]] and'],
    ["[[fou$0ndling's tale]]", 'founding-of-house-vyr', '[[founding-of-house-vyr]]'],
    ['[[fou$0|the founding]]', 'founding-of-house-vyr', '[[founding-of-house-vyr|the founding]]'],
    ['[[maric]] and [[fou$0', 'founding-of-house-vyr', '[[maric]] and [[founding-of-house-vyr]]'],
    ['---\nsources: "[[$0"\n---\n', 'founding-of-house-vyr', '---\nsources: "[[founding-of-house-vyr]]"\n---\n'],
    ['---\nsources: [[fou$0]]\n---\n', 'founding-of-house-vyr', '---\nsources: [[founding-of-house-vyr]]\n---\n'],
    ['[[house-vyr|$0]]', 'The Fire-Keepers', '[[house-vyr|The Fire-Keepers]]'],
    ['[[house-vyr|fi$0', 'The Fire-Keepers', '[[house-vyr|The Fire-Keepers]]'],
    ['[[long#$0', 'The Hall', '[[long#The Hall]]'],
    ['[[long#ha$0]]', 'The Hall', '[[long#The Hall]]'],
    ['[[long#The Hall|$0]]', 'Long', '[[long#The Hall|Long]]'],
    ['[[#$0]]\n\n## Here', 'Here', '[[#Here]]\n\n## Here'],
  ])('%j', (before, name, after) => {
    const long = { 'long.md': '---\ntitle: Long\n---\n# Long\n\n## The [[Hall]]\n' };
    expect(complete(before, long).chosen(name)).toBe(after);
  });
  it('without a target offers no headings', () => expect(complete('[[nowhere#$0').labels).toEqual([]));
  it('names its file by its folder where the name of the file is not unique', () => {
    const two = { 'a/twin.md': '', 'b/twin.md': '' };
    expect(complete('[[tw$0', two).labels).toEqual(['twin', 'twin']);
    expect(complete('[[tw$0', two).chosen('a/twin')).toBe('[[a/twin]]');
  });
});

describe('kin, where codex.yaml says which attributes name them', () => {
  const files = {
    'codex.yaml':
      'attributes: {mother: constant, married: set, heir: set}\nkin: {parent: mother, spouse: married, child: heir}\n',
    'ysa.md': fm('type: person\nheir: ada'),
    'oren.md': fm('type: person\nmarried: ysa'),
    'ada.md': fm('type: person'),
    'bram.md': fm('type: person\nmother: ysa'),
    'zed.md': fm('type: person'),
  };
  it('are offered from the other end first', () => {
    expect(completeIn({ ...files, 'ysa.md': fm('type: person\nmarried: $0') }).labels.slice(0, 1)).toEqual(['oren']);
    expect(completeIn({ ...files, 'ada.md': fm('mother: $0') }).labels.slice(0, 1)).toEqual(['ysa']);
    expect(completeIn({ ...files, 'ysa.md': fm('heir: $0') }).ids.slice(0, 1)).toEqual(['bram']);
  });
  it('are the page itself where the fact is about somebody else', () => {
    const note = (facts: string) => completeIn({ ...files, 'zed.md': fm(`type: person\nfacts:\n${facts}`) });
    expect(note('  ada: {mother: $0}').ids.slice(0, 2)).toEqual(['ysa', 'zed']);
    expect(note('  - {entity: oren, attribute: married, value: $0}').ids.slice(0, 2)).toEqual(['ysa', 'zed']);
  });
});

it('of the sessions of a table the one that is typed comes first, then the latest', () => {
  const sessions = [1, 2, 19, 20, 21]
    .map((id) => `{id: ${id}, date: 2026-01-${String(id).padStart(2, '0')}}`)
    .join(', ');
  const { labels } = completeIn({
    'codex.yaml': `campaigns: {path-of-honor: {sessions: [${sessions}]}, crows: {sessions: [${sessions}]}}\n`,
    'a.md': '---\ncanon: honor/2$0\n---\n',
  });
  expect(labels).toEqual(['path-of-honor/2', 'path-of-honor/21', 'path-of-honor/20']);
});
