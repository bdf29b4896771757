/** How retcons are put into words: when they were decided, and the author's own lines. */
import { describe, expect, it } from 'vitest';
import { plainText } from '../../server/src/core/tools/words/richText';
import { canonOf } from '../canon/world';
import { codexOf } from '../support/codex';
import { askLog, askLookup, askWasTrueAt, type WasTrueAtQuestion } from '../support/ask';

it('renders a day as a day, and keeps an author’s line breaks within the indent', () => {
  const answered = askLog(
    canonOf(
      new Map([
        ['a.md', '---\ncanon: 2026-02-01\nfacts: {x: {lord: maric}}\n---\n'],
        [
          'b.md',
          '---\ncanon: 2026-03-01\nsupersedes:\n  - id: a\n    reason: |\n      One.\n\n      Two.\nfacts: {x: {lord: aldric}}\n---\n',
        ],
        ['c.md', '---\ncanon: r4\nsupersedes: b\nfacts: {x: {lord: orm}}\n---\n'],
      ]),
    ),
    {},
  );
  expect(answered.ok && plainText(answered.prose).split('\n').slice(1)).toEqual([
    '  On 2026-03-01, b supersedes a (correction, for all time): lord of x was stated as maric, and is aldric.',
    '    One.',
    '',
    '    Two.',
    '  In r4, c supersedes b (correction, for all time): lord of x was stated as aldric, and is orm.',
  ]);
});

it('states what stays the same as such, after what changes', () => {
  const page = (text: string): string => `---\n${text}\n---\n`;
  const canon = canonOf(
    new Map([
      ['old.md', page('date: 20 TA\nfacts: {x: {hill: "[[Maric]]", lord: maric, seat: keep}}')],
      ['new.md', page('date: 40 TA\nsupersedes: old\nfacts: {x: {hill: maric, lord: aldric, seat: keep}}')],
      ['again.md', page('date: 60 TA\nsupersedes: new\nfacts: {x: {hill: Maric, lord: aldric, seat: keep}}')],
      ['maric.md', page('title: Maric')],
    ]),
  );
  const answered = askLog(canon, {});
  expect(answered.ok && plainText(answered.prose).split('\n').slice(1)).toEqual([
    '  new supersedes old (change, effective 40 TA): lord of x was Maric, and is aldric from 40 TA; hill of x is still Maric (from 40 TA on new says so); seat of x is still keep (from 40 TA on new says so).',
    '  again supersedes new (change, effective 60 TA): hill of x is still Maric (from 60 TA on again says so); lord of x is still aldric (from 60 TA on again says so); seat of x is still keep (from 60 TA on again says so).',
  ]);
  // The JSON for scripts is as promised: the values of every pair, on both sides.
  expect(answered.ok && answered.json.retcons).toMatchObject([
    { before: [{ value: 'Maric' }, { value: 'maric' }, { value: 'keep' }] },
    { after: [{ value: 'Maric' }, { value: 'aldric' }, { value: 'keep' }] },
  ]);
});

it('does not take pages that one retcon touches in part for versions of each other', () => {
  const page = (text: string): string => `---\n${text}\n---\n`;
  const canon = canonOf(
    new Map([
      ['lysa.md', page('title: Lysa\nuntil: 30 TA\nfacts: {x: {member: lysa}}')],
      ['house.md', page('facts: {x: {lord: lysa}}')],
      [
        'all.md',
        page('supersedes: [{id: lysa, only: [x.member]}, {id: house, only: [x.lord]}]\nfacts: {x: {lord: l}}'),
      ],
    ]),
  );
  const [lysa, all] = ['lysa', 'all'].map((name) => {
    const answered = askLookup(canon, { name });
    return answered.ok ? { chain: answered.json.chain, told: plainText(answered.prose) } : null;
  });
  expect(lysa?.told).toMatch(/^Lysa — has ended\n.*\nWhat was changed\n {2}all supersedes Lysa [^\n]*$/);
  expect(lysa?.chain).toHaveLength(3);
  expect(all?.told).toMatch(/supersedes Lysa [^]*supersedes house |supersedes house [^]*supersedes Lysa /);
});

it.each([
  [
    'begins later on the new page',
    'date: 20 TA\nfacts: {x: {people: 4000}}',
    'supersedes: {id: old, effective: 20 TA}\nfacts: [{entity: x, attribute: people, value: 9000, from: 30 TA}]',
    'people of x was stated as 4000; from 20 TA until 30 TA it is not stated, then it is 9000',
  ],
  [
    'begins earlier on the new page',
    'date: 20 TA\nfacts: {x: {eyes: green}}',
    'date: 10 TA\nsupersedes: old\nfacts: {x: {eyes: grey}}',
    'eyes of x was stated as green from 20 TA, and is grey from 10 TA',
  ],
  [
    'is not stated any more',
    'date: 20 TA\nfacts: {x: {eyes: green}}',
    'date: 30 TA\nsupersedes: old\nfacts: {x: {hair: red}}',
    'eyes of x was green, and is not stated from 30 TA',
  ],
])('gives both values where the stated value %s', (_, old, by, words) => {
  const page = (text: string): string => `---\n${text}\n---\n`;
  const canon = canonOf(
    new Map([
      ['old.md', page(old)],
      ['new.md', page(by)],
    ]),
  );
  const answered = askLog(canon, {});
  expect(answered.ok && plainText(answered.prose)).toContain(`: ${words}`);
});

describe('an answer', () => {
  const page = (text: string): string => `---\n${text}\n---\n`;
  const CODEX =
    'revisions: [s1, s2]\npresent: 430 TA\nattributes: {founder: constant, member: set}\nmortal: [person]\n';
  const told = (files: Readonly<Record<string, string>>, asked: Partial<WasTrueAtQuestion> = {}): string => {
    const pages = Object.entries(files).map(([id, text]) => [`${id}.md`, page(text)]);
    const { canon } = codexOf({ 'codex.yaml': CODEX, ...Object.fromEntries(pages) });
    const answered = askWasTrueAt(canon, { entity: 'vyr', ...asked });
    return answered.ok ? plainText(answered.prose) : answered.failure.message;
  };
  const old = 'date: 200 TA\ncanon: s1\nfacts: {vyr: {founder: Maric}}';
  const third = 'date: 410 TA\ncanon: s2\nsupersedes: new\nfacts: {vyr: {founder: Ilse}}';
  const by = 'date: 412 TA\ncanon: s1\nsupersedes: old\nfacts: {vyr: {founder: Aldric}}';

  it.each([
    [
      'each stretch in which it differs',
      { old, new: by, third },
      'founder of vyr was stated as Maric, and is Maric or Ilse from 410 TA until 412 TA; it was stated as Aldric, and is Ilse from 412 TA.',
    ],
    [
      'what it corrects for all time only where that held',
      { old, new: by, third: third.replace('date: 410 TA\n', '') },
      'founder of vyr was stated as Aldric, and is Ilse from 412 TA.',
    ],
    [
      'what is dropped before it began',
      {
        old: `${old.slice(0, -2)}, seat: hill}}`.replace('founder: Maric', 'ruler: Ada'),
        new: 'date: 15 TA\nsupersedes: old',
      },
      'ruler of vyr was to be Ada from 200 TA; that has been dropped; seat of vyr was to be hill from 200 TA; that has been dropped.',
    ],
    [
      'a value that a second page repeats',
      { old, new: by.replace('Aldric', 'Maric').replace('412', '210') },
      'founder of vyr is still Maric (from 210 TA on new says so).',
    ],
    [
      'what comes and goes of a set, beside what stays',
      {
        old: old.replace('founder: Maric', 'member: [Ada, Bo]'),
        new: by.replace('founder: Aldric', 'member: [Bo, Cy]'),
        more: 'facts: {vyr: {member: Dov}}',
      },
      'member of vyr: no longer Ada, also Cy from 412 TA.',
    ],
  ])('of a retcon gives %s', (_, files, words) => {
    expect(told(files)).toContain(`: ${words}`);
  });

  it('ends on the day that its author wrote, with `through`', () => {
    expect(told({ maric: 'type: person\ndate: 400 TA\nthrough: 440 TA\nfacts: {vyr: {founder: Maric}}' })).toContain(
      'founder: Maric, from 400 TA through 440 TA (maric)',
    );
  });

  it('that is empty gives what is stated for other times', () => {
    expect(told({ old }, { at: '100 TA' })).toBe(
      'vyr at 100 TA\nNo facts recorded for that date.\nAt other times\n  founder: Maric, from 200 TA (old)',
    );
  });

  it('names a retcon of a page that is not there, and a revision that is not listed', () => {
    const slip = { old, new: by.replace('supersedes: old', 'supersedes: odl') };
    expect(told(slip)).toContain('new supersedes "odl", but this codex has no page of that name: it changes nothing.');
    expect(told({ old: old.replace('s1', 's2'), new: by.replace('s1', 's77') })).toContain(
      'In "s77", which codex.yaml does not list, new supersedes old',
    );
  });

  it('says what it means to ask from before a page', () => {
    const asked = told({ old, new: by }, { asOf: 'before:new' });
    expect(asked).toMatch(/^vyr at present, 430 TA, just before new was decided\n/);
    expect(told({ vyr: 'type: person\ndate: 500 TA' })).toContain('Standing: not yet born.');
    expect(told({}, { entity: ' ' })).toBe('No name was given. Write the id, the title or an alias of a page.');
  });
});
