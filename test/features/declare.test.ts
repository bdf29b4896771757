/** Declaring a retcon: the new file that is made of an entry, whole, and that nothing is wrong with it. */
import { describe, expect, it } from 'vitest';
import { entryAt } from '../../server/src/core/canon/canon';
import { knownAt, LATEST } from '../../server/src/core/canon/canonPoint';
import type { Answers } from '../../server/src/core/features/refactor/answers';
import { declareRetcon } from '../../server/src/core/features/refactor/declare';
import { asIfWritten } from '../../server/src/core/features/refactor/made';
import { questionsAbout } from '../../server/src/core/features/refactor/questions';
import { checkEntry } from '../../server/src/core/rules/check';
import { codexOf, type Files } from '../support/codex';
import { vyr } from './caret';

const nothing = { isTaken: () => false };

function knownOf(files: Files, path: string) {
  const { canon } = codexOf(files);
  const entry = entryAt(canon, path);
  if (!entry) throw new Error(`${path} is no entry`);
  return { canon, known: knownAt(canon, LATEST), entry, text: files[path] ?? '' };
}

/** The questions' own answers, but for those given. */
function declared(files: Files, path: string, given: Partial<Answers> = {}, surroundings = nothing) {
  const { canon, known, entry, text } = knownOf(files, path);
  const asked = questionsAbout(known, entry, 'declare', '2026-06-01');
  if ('refusal' in asked) return { refusal: asked.refusal, instead: asked.instead };
  const proposed: Answers = {
    manner: 'always',
    title: asked.title,
    date: asked.date,
    canon: asked.decided?.proposed ?? null,
    reason: 'We found the letter.',
  };
  const made = declareRetcon(known, entry, text, { ...proposed, ...given }, surroundings);
  if ('refusal' in made) return made;
  const { known: after, entry: written } = asIfWritten(canon, made.file, made.text);
  const { start, end } = made.caret;
  return {
    creates: made.change.creates?.map(({ file }) => file),
    edits: made.change.edits,
    file: made.file,
    text: `${made.text.slice(0, start)}«${made.text.slice(start, end)}»${made.text.slice(end)}`,
    problems: checkEntry(after, written).map(({ code, message }) => `${code}: ${message}`),
  };
}

const page = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const refounding = 'refounding-of-house-vyr.md';

describe('declaring a retcon', () => {
  it('of what was always so: a new version of the same page, in its own style', () => {
    expect(declared(vyr, refounding)).toEqual({
      creates: ['the-refounding-of-house-vyr-revised.md'],
      edits: [],
      file: 'the-refounding-of-house-vyr-revised.md',
      text: page(
        '---',
        'title: The Refounding of House Vyr (revised)',
        'type: event',
        'entity: refounding-of-house-vyr',
        'date: 412 TA',
        'canon: session-47',
        'facts:',
        '  house-vyr: {founder: «aldric»}',
        'supersedes:',
        '  - id: refounding-of-house-vyr',
        '    as_of: 412 TA',
        '    reason: We found the letter.',
        '---',
        '',
      ),
      problems: [],
    });
  });

  it('of what changed in the world: another event, from its own date on', () => {
    const { text, problems } = asMade(
      declared(vyr, refounding, { manner: 'from', date: '420 TA', title: 'The Second Refounding' }),
    );
    expect(text).toBe(
      page(
        '---',
        'title: The Second Refounding',
        'type: event',
        'date: 420 TA',
        'canon: session-47',
        'facts:',
        '  house-vyr: {founder: «aldric»}',
        'supersedes:',
        '  - id: refounding-of-house-vyr',
        '    as_of: 412 TA',
        '    reason: We found the letter.',
        '---',
        '',
      ),
    );
    expect(problems).toEqual([]);
  });

  it('of what stays beside the old one is soft', () => {
    const { text, problems } = asMade(declared(vyr, refounding, { manner: 'both' }));
    expect(text).toContain('    reason: We found the letter.\n    soft: true\n');
    expect(problems).toEqual([]);
  });

  it('with another date says `always`, or from when the old one held, and keeps the new date for the facts', () => {
    const { text, problems } = asMade(declared(vyr, refounding, { date: '415 TA' }));
    expect(text).toBe(
      page(
        '---',
        'title: The Refounding of House Vyr (revised)',
        'type: event',
        'entity: refounding-of-house-vyr',
        'date: 415 TA',
        'canon: session-47',
        'facts:',
        '  - entity: house-vyr',
        '    attribute: founder',
        '    value: «aldric»',
        '    from: 415 TA',
        'supersedes:',
        '  - id: refounding-of-house-vyr',
        '    as_of: 412 TA',
        '    effective: 412 TA',
        '    reason: We found the letter.',
        '---',
        '',
      ),
    );
    expect(problems).toEqual([]);
  });
});

type Done = Exclude<ReturnType<typeof declared>, { refusal: string }>;
function asMade(made: ReturnType<typeof declared>): Done {
  if ('refusal' in made) throw new Error(made.refusal);
  return made;
}
