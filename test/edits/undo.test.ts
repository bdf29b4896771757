/** Retracting and restoring: the new entry, in full, or the addition to an existing one, and nothing else. */
import { describe, expect, it } from 'vitest';
import { entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import type { UndoAnswers } from '../../server/src/core/edits/refactor/carriedFacts';
import { type Act, KIND_OF, questionsAbout } from '../../server/src/core/edits/refactor/retconQuestions';
import { undo } from '../../server/src/core/edits/refactor/undo';
import { checkCodex } from '../../server/src/core/rules/check';
import { changedBy, codexOf, type Files } from '../support/codex';
import { vyr } from '../support/caret';

const refounding = 'refounding-of-house-vyr.md';
const founding = 'founding-of-house-vyr.md';
const curse: Files = {
  ...vyr,
  'curse.md': '---\ntitle: The Curse\ndate: 309 TA\ncanon: session-45\nfacts:\n  house-vyr: {curse: no sleep}\n---\n',
  'lifted.md': '---\ntitle: Lifted\ncanon: session-47\nretracts: {id: curse, reason: Fish oil.}\n---\n',
  'recap.md':
    '\uFEFF---\r\ntitle: "Recap 👑"\r\ntype: session\r\ndate: 430 TA\r\ncanon: session-47\r\nsources:\r\n- notes   # ours\r\n---\r\nWe met.\r\n',
};

function undone(act: Exclude<Act, 'declare'>, files: Files, path: string, given: Partial<UndoAnswers> = {}) {
  const host = codexOf(files);
  const { canon } = host;
  const entry = entryAt(canon, path);
  if (!entry) throw new Error(`${path} is no entry`);
  const known = knownAt(canon, LATEST);
  const context = questionsAbout(known, entry, act, '2026-06-01');
  if ('refusal' in context) return { refusal: context.refusal, instead: context.instead.map((one) => one.entry.path) };
  const answers: UndoAnswers = {
    manner: 'always',
    title: context.title,
    date: '',
    canon: context.decided?.proposed ?? null,
    reason: 'Fish oil.',
    into: null,
    bringsBack: false,
    ...given,
  };
  const textOf = (file: string): string | null => files[file] ?? null;
  const made = undo(known, entry, files[path] ?? '', KIND_OF[act], answers, { isTaken: () => false }, textOf);
  if ('refusal' in made) return made;
  const texts = changedBy(files, made.change);
  const told = (one: Files): string[] =>
    checkCodex(codexOf(one)).map(({ file, problem }) => `${file} ${problem.code}: ${problem.message}`);
  const before = new Set(told(files));
  return {
    places: context.places.map((one) => one.path),
    gone: context.gone.map((one) => one.path),
    texts,
    caret: made.text.slice(made.caret.start, made.caret.end),
    problems: told({ ...files, ...texts }).filter((one) => !before.has(one)),
  };
}

const page = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

describe('a retraction', () => {
  it('is a new entry', () => {
    expect(undone('retract', curse, 'maric.md')).toEqual({
      places: [refounding, 'recap.md', 'lifted.md', 'house-vyr.md', 'aldric.md'],
      gone: [],
      texts: {
        'maric-retracted.md': page(
          '---',
          'title: Maric (retracted)',
          'canon: session-47',
          'retracts:',
          '  - id: maric',
          '    reason: Fish oil.',
          '---',
          '',
        ),
      },
      caret: '',
      problems: [],
    });
  });

  it('from a date on has that date', () => {
    expect(undone('retract', curse, 'maric.md', { manner: 'from', date: '231 TA', reason: '' })).toMatchObject({
      texts: {
        'maric-retracted.md': page(
          '---',
          'title: Maric (retracted)',
          'canon: session-47',
          'retracts:',
          '  - id: maric',
          '    effective: 231 TA',
          '---',
          '',
        ),
      },
      problems: [
        'maric-retracted.md retracts/missing-reason: Nothing says why maric-retracted retracts maric: add a `reason`, for later readers.',
      ],
    });
  });

  it('restores what the retracted entry had superseded, if the author wants that', () => {
    const { texts, gone, problems } = asDone(undone('retract', curse, refounding, { bringsBack: true }));
    expect(gone).toEqual([founding]);
    expect(texts['the-refounding-of-house-vyr-retracted.md']).toContain(
      page(
        'retracts:',
        '  - id: refounding-of-house-vyr',
        '    reason: Fish oil.',
        'restores:',
        '  - id: founding-of-house-vyr',
        '    effective: always',
        '    reason: Fish oil.',
      ),
    );
    expect(problems).toEqual([]);
  });

  it('may be added to an existing entry, of which no other character changes', () => {
    const { texts, caret, problems } = asDone(undone('retract', curse, 'maric.md', { into: 'recap.md' }));
    expect(texts).toEqual({
      'recap.md':
        '\uFEFF---\r\ntitle: "Recap 👑"\r\ntype: session\r\ndate: 430 TA\r\ncanon: session-47\r\nretracts:\r\n- id: maric\r\n  reason: Fish oil.\r\nsources:\r\n- notes   # ours\r\n---\r\nWe met.\r\n',
    });
    expect(caret).toBe('Fish oil.');
    expect(problems).toEqual([]);
  });

  it('joins others in their list', () => {
    const { texts } = asDone(undone('retract', curse, 'maric.md', { into: 'lifted.md' }));
    expect(texts['lifted.md']).toContain(
      page('retracts:', '  - {id: curse, reason: Fish oil.}', '  - id: maric', '    reason: Fish oil.', '---'),
    );
  });

  it('is refused by a page that cannot hold one', () => {
    const files = { ...curse, 'broken.md': '---\n- a list\n---\n' };
    expect(undone('retract', files, 'maric.md', { into: 'broken.md', canon: null })).toEqual({
      refusal: 'Nothing can be added to the properties of broken as they are: correct them first, or use a new note.',
    });
  });

  it('of what is already retracted or superseded is refused, with an alternative', () => {
    expect(undone('retract', curse, 'curse.md')).toEqual({
      refusal: 'Lifted has retracted The Curse already.',
      instead: ['curse.md'],
    });
    expect(undone('retract', curse, founding)).toEqual({
      refusal: 'The Refounding of House Vyr has superseded The Founding of House Vyr already: retract that one.',
      instead: [refounding],
    });
  });
});

describe('a restoration', () => {
  it('is a new entry', () => {
    expect(undone('restore', curse, 'curse.md')).toMatchObject({
      texts: {
        'the-curse-restored.md': page(
          '---',
          'title: The Curse (restored)',
          'canon: session-47',
          'restores:',
          '  - id: curse',
          '    effective: always',
          '    reason: Fish oil.',
          '---',
          '',
        ),
      },
      problems: [],
    });
  });

  it('from a date on has that date, and says that it holds from then', () => {
    const { texts } = asDone(undone('restore', curse, 'curse.md', { manner: 'from', date: 'Thaw 412 TA' }));
    expect(texts['the-curse-restored.md']).toContain(
      page(
        'date: Thaw 412 TA',
        'canon: session-47',
        'restores:',
        '  - id: curse',
        '    effective: Thaw 412 TA',
        '    reason: Fish oil.',
      ),
    );
  });

  it('in an entry with a date of its own says that it is true all along', () => {
    const { texts, problems } = asDone(undone('restore', curse, 'curse.md', { into: 'recap.md' }));
    expect(texts['recap.md']).toContain('restores:\r\n- id: curse\r\n  effective: always\r\n  reason: Fish oil.\r\n');
    expect(problems).toEqual([]);
  });

  it('of a current entry is refused', () => {
    expect(undone('restore', curse, 'maric.md')).toEqual({
      refusal: 'Nothing has superseded or retracted Maric: there is nothing to restore.',
      instead: [],
    });
  });
});

type Done = Exclude<ReturnType<typeof undone>, { refusal: string }>;
function asDone(made: ReturnType<typeof undone>): Done {
  if ('refusal' in made) throw new Error(made.refusal);
  return made;
}
