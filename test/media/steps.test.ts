/** Stepping through changes with the keys `[` and `]`, and through the days on which something begins or ends. */
import { describe, expect, it } from 'vitest';
import { makeStepper } from '../../media/timeline/keys';
import { FIRST_VIEW, type Shown } from '../../media/timeline/view';
import { prepare } from '../../server/src/core/picture/timeline/prepare';
import { SAMPLE } from './sampleTimeline';

const prepared = prepare(SAMPLE);
const shownAt = (canon: number, more: Partial<Shown> = {}): Shown => ({
  prepared,
  title: '',
  view: FIRST_VIEW,
  domain: prepared.whole,
  canon,
  selected: null,
  open: null,
  ...more,
});

describe('through canon', () => {
  it('steps back from now to the last change, and then to the one before', () => {
    const stepper = makeStepper();
    const told: string[] = [];
    let canon = 3;
    for (let i = 0; i < 10; i++) {
      const next = stepper.canon(shownAt(canon), -1);
      told.push(next.words);
      canon = next.canon ?? canon;
    }
    expect(told[0]).toContain('session-2');
    expect(told.join('\n')).toContain('The founder of House Vyr was Maric from 200 TA; it is Aldric since 412 TA.');
    expect(told.at(-1)).toBe('Nothing here changed before this.');
  });

  it('steps forward through the same changes in the other order', () => {
    const stepper = makeStepper();
    const walk = (by: 1 | -1, from: number): string[] => {
      const told: string[] = [];
      for (let canon = from, i = 0; i < 20; i++) {
        const next = stepper.canon(shownAt(canon), by);
        if (next.canon === undefined) return told;
        told.push(next.words);
        canon = next.canon;
      }
      return told;
    };
    expect(walk(1, 0)).toEqual(walk(-1, 3).reverse());
  });

  it('skips what the filter leaves out', () => {
    const view = { ...FIRST_VIEW, filter: 'nobody' };
    expect(makeStepper().canon(shownAt(3, { view }), -1).words).toBe('Nothing here changed before this.');
  });
});

describe('through the world', () => {
  it('goes from the present to what began before', () => {
    const { words, day } = makeStepper().day(shownAt(3), -1);
    expect(day).toBe(440 * 365);
    expect(words).toContain('Oda');
  });

  it('says so where nothing is left', () => {
    expect(makeStepper().day(shownAt(3, { view: { ...FIRST_VIEW, at: 1e7 } }), 1).words).toBe(
      'Nothing begins or ends after this.',
    );
  });
});
