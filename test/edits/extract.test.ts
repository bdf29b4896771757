/** Extracting a fact: both files, in full, from every form in which a fact can be written; and when it is refused. */
import { describe, expect, it } from 'vitest';
import { audienceOfFact, audienceOfPage, entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import { extractFact, factAt } from '../../server/src/core/edits/refactor/extract';
import { isRefusal } from '../../server/src/core/edits/refactor/page';
import { checkCodex } from '../../server/src/core/rules/check';
import { changedBy, codexOf, type Files } from '../support/codex';
import { caretIn, vyr } from '../support/caret';

function extracted(note: string, more: Files = {}) {
  const drawn = { ...vyr, 'note.md': note, ...more };
  const { known, entry, text, offset } = caretIn(drawn);
  const fact = factAt(entry, text, offset);
  if ('refusal' in fact) return fact;
  const made = extractFact(known, entry, text, fact, { isTaken: () => false });
  if ('refusal' in made) return made;
  const files = { ...drawn, [entry.path]: text };
  const texts = changedBy(files, made.change);
  const told = (one: Files): string[] => checkCodex(codexOf(one)).map(({ problem }) => problem.message);
  expect(told({ ...files, ...texts }).length, 'no problem comes by it').toBe(told(files).length);
  const { [entry.path]: left, ...others } = texts;
  return { left, made: Object.values(others).join(), file: Object.keys(others).join() };
}

const note = (...lines: readonly string[]): string => ['---', ...lines, '---', ''].join('\n');

describe('a fact leaves its file without other changes', () => {
  it.each([
    [
      ['date: 200 TA', 'facts:', '  maric: {grave: hill, seat: fo$0rd}'],
      ['date: 200 TA', 'facts:', '  maric: {grave: hill}'],
      ['type: event', 'date: 200 TA', 'facts:', '  maric: {seat: ford}'],
    ],
    [
      ['date: 200 TA', 'facts:', '  maric: {seat: ford$0}', 'tier: x'],
      ['date: 200 TA', 'tier: x'],
      ['type: event', 'date: 200 TA', 'facts:', '  maric: {seat: ford}', 'tier: x'],
    ],
    [
      ['facts:', '  maric:', '    seat: $0ford   # once', '    grave: hill'],
      ['facts:', '  maric:', '    grave: hill'],
      ['facts:', '  maric:', '    seat: ford   # once'],
    ],
    [
      [
        'facts:',
        '  - {entity: maric, attribute: lord, value: a, from: 1 TA}',
        '  - {entity: maric, attribu$0te: lord, value: b, from: 2 TA}',
      ],
      ['facts:', '  - {entity: maric, attribute: lord, value: a, from: 1 TA}'],
      ['type: event', 'date: 2 TA', 'facts:', '  - {entity: maric, attribute: lord, value: b, from: 2 TA}'],
    ],
    [
      [
        'facts:',
        '  # lords',
        '  - entity: maric',
        '    attribute: lord',
        '    value: "[[aldric|Al]]"',
        '    from: 1 TA$0',
        '    through: 5 TA   # five',
        '  - {entity: maric, attribute: x, value: y}',
      ],
      ['facts:', '  # lords', '  - {entity: maric, attribute: x, value: y}'],
      [
        'type: event',
        'date: 1 TA',
        'facts:',
        '  - entity: maric',
        '    attribute: lord',
        '    value: "[[aldric|Al]]"',
        '    from: 1 TA',
        '    through: 5 TA   # five',
      ],
    ],
    [
      ['facts: {maric: {member: [a, b$0, c]}}'],
      ['facts: {maric: {member: [a, c]}}'],
      ['facts: {maric: {member: [b]}}'],
    ],
    [
      ['facts:', '  maric:', '    member:', '      - a', '      - b$0 # two', '      - c'],
      ['facts:', '  maric:', '    member:', '      - a', '      - c'],
      ['facts:', '  maric:', '    member:', '      - b # two'],
    ],
    [
      ['entity: maric', 'through: 9 TA', 'seat: "[[Aldric]]$0" # the hall'],
      ['entity: maric', 'through: 9 TA'],
      ['through: 9 TA', 'facts:', '  - entity: maric', '    attribute: seat', '    value: "[[Aldric]]" # the hall'],
    ],
    [
      ['entity: maric', 'attributes:', '  seat: "[[Vyrhold#The Hall|the hall]]$0" # as sung', '  mood: bad'],
      ['entity: maric', 'attributes:', '  mood: bad'],
      ['facts:', '  - entity: maric', '    attribute: seat', '    value: "[[Vyrhold#The Hall|the hall]]" # as sung'],
    ],
    [
      ['entity: maric', 'attributes: {house: vyr, mood: $0bad}', 'sources: [a book]'],
      ['entity: maric', 'attributes: {house: vyr}', 'sources: [a book]'],
      ['facts:', '  - entity: maric', '    attribute: mood', '    value: bad', 'sources: [a book]'],
    ],
    [
      ['entity: maric', 'until: 9 TA', 'facts: {attribute: mood, value: bad$0, until: 4 TA}'],
      ['entity: maric', 'until: 9 TA'],
      ['facts:', '  - entity: maric', '    attribute: mood', '    value: bad', '    until: 4 TA'],
    ],
  ])('%j', (before, after, made) => {
    const event: Files = { 'x.md': '---\ntype: event\n---\n' };
    const found = extracted(note(...before), event);
    if ('refusal' in found) throw new Error(found.refusal);
    expect(found.left).toBe(note(...after));
    expect(found.made.slice(0, found.made.indexOf('\n---\n', 4) + 5)).toBe(note(...made));
  });

  it('with CRLF, a byte-order mark and letters of several code units', () => {
    const crlf = '\uFEFF---\r\ntitle: 🏰\r\nfacts:\r\n  maric: {words: "🔥 we $0keep", x: 👑}\r\n---\r\n🏰\r\n';
    expect(extracted(crlf)).toEqual({
      left: '\uFEFF---\r\ntitle: 🏰\r\nfacts:\r\n  maric: {x: 👑}\r\n---\r\n🏰\r\n',
      made: '---\r\ntitle: Words of Maric (🔥 we keep)\r\nfacts:\r\n  maric: {words: "🔥 we keep"}\r\n---\r\n\r\n',
      file: 'words-of-maric-we-keep.md',
    });
  });

  it('with the contradictions that its author acknowledged', () => {
    const found = extracted('---\ndisputes: song\nfacts: {maric: {grave: $0hill}}\n---\n', {
      'song.md': '---\nfacts: {maric: {grave: river}}\n---\n',
    });
    expect(found).toMatchObject({ made: expect.stringContaining('disputes: [song]\n') });
  });
});

describe('a fact stays', () => {
  it.each([
    [
      'that a retcon is about',
      '---\ntitle: Note\nid: note\nfacts: {maric: {seat: fo$0rd}}\n---\n',
      {
        'later.md':
          '---\ntitle: Later\nsupersedes: {id: note, only: [maric.seat]}\nfacts: {maric: {seat: hill}}\n---\n',
      },
      'A retcon by Later is about this fact of Note: it has to stay where the retcon finds it.',
    ],
    [
      'that takes the place of another',
      '---\nsupersedes: later\nfacts: {maric: {seat: fo$0rd}}\n---\n',
      { 'later.md': '---\ntitle: Later\nfacts: {maric: {seat: hill}}\n---\n' },
      'This fact takes the place of what Later says: it has to stay with the retcon.',
    ],
    [
      'where the caret is on none',
      '---\ntitle: No$0te\nfacts: {maric: {seat: ford}}\n---\n',
      {},
      'Put the cursor on the value of a fact first.',
    ],
    [
      'where the caret could mean several',
      '---\nfacts: {entity: maric, attribute: mem$0ber, value: [a, b]}\n---\n',
      {},
      'Put the cursor on the value of a fact first.',
    ],
    [
      'that hides another by its key',
      '---\nfacts:\n  maric:\n    seat: fo$0rd\n    seat: hill\n---\n',
      {},
      "This fact can't be moved out of note as it is written: correct what is underlined there first.",
    ],
    [
      'in a page whose frontmatter is still open',
      '---\nfacts: {maric: {seat: fo$0rd}}\n',
      {},
      "This fact can't be moved out of note as it is written: correct what is underlined there first.",
    ],
    [
      'with a doubtful audience',
      '---\nfacts:\n  - {entity: maric, attribute: seat, value: fo$0rd, knwon_by: [aldric]}\n---\n',
      {},
      "This fact can't be moved out of note as it is written: correct what is underlined there first.",
    ],
  ] as const)('%s', (_, text, more, refusal) => {
    expect(extracted(text, more)).toEqual({ refusal });
  });
});

it('no existing reference starts to mean the new entry', () => {
  const found = extracted('---\nfacts: {maric: {seat: fo$0rd}}\n---\n', {
    'x.md': '---\nfacts: {maric: {likes: seat-of-maric-ford}}\n---\n[[Seat of Maric (ford) 2]]\n',
  });
  expect(found).toMatchObject({ file: 'seat-of-maric-ford-2.md' });
});

it.each([
  ['of a page that not everyone knows', 'known_by: [maric]\n', ''],
  ['that says itself who knows it', '', ', known_by: [maric]'],
  ['that says who knows it since when', 'known_by: [lysa]\n', ', known_by: {maric: 7 CE}, known_from: 6 CE'],
])('a fact %s stays a secret, and so does the name of its page', (_, head, more) => {
  const facts = `  - {entity: house, attribute: lord, value: bob}\n  - {entity: house, attribute: heir, value: $0oda${more}}\n`;
  const { known, entry, text, offset } = caretIn({
    'p.md': `---\ntitle: P\ndate: 5 CE\n${head}facts:\n${facts}---\n`,
    'maric.md': '',
    'lysa.md': '',
  });
  const fact = factAt(entry, text, offset);
  if (isRefusal(fact)) throw new Error(fact.refusal);
  const done = extractFact(known, entry, text, fact, { isTaken: () => false });
  if (isRefusal(done)) throw new Error(done.refusal);
  const { canon } = codexOf({ 'p.md': text, 'maric.md': '', 'lysa.md': '', [done.file]: done.text });
  const made = entryAt(canon, done.file);
  if (!made) throw new Error('it is not read');
  const after = knownAt(canon, LATEST);
  expect(audienceOfPage(after, made)).toEqual(['maric']);
  expect(made.facts.map((one) => audienceOfFact(after, made, one))).toEqual([['maric']]);
  expect(made.knowledge?.knownFrom?.text ?? null).toBe(more.includes('known_from') ? '6 CE' : null);
});
