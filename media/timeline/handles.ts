/** The two handles below the picture: a date of the world, and how far the canon has been decided. */
import type { CanonStop } from '../../server/src/core/picture/shapes/timelineShape';
import { button, make } from '../page';
import { t } from '../words';
import { tableMarks } from './view';

interface HandlesListener {
  /** A world day, with a fraction. */
  at(day: number): void;
  /** Moves by some pixels along world time. */
  nudge(pixels: number): void;
  /** The index of a canon point. */
  canon(index: number): void;
  /** Moves to the present, and to now. */
  reset(which: 'at' | 'canon'): void;
  /** Moves to the next or the previous change in canon time; to the next or previous beginning or end in the world. */
  step(which: 'at' | 'canon', by: 1 | -1): void;
}

/** How many days some pixels of the keys are, of so many in view: one at least. */
export function nudged(pixels: number, width: number): number {
  const days = (pixels * width) / 1000;
  return Math.sign(days) * Math.max(Math.abs(days), 1);
}

interface HandlesState {
  readonly at: {
    readonly day: number;
    readonly first: number;
    readonly last: number;
    readonly words: string;
    readonly isMoved: boolean;
  };
  readonly canon: {
    readonly index: number;
    readonly points: readonly CanonStop[];
    readonly words: string;
    readonly isMoved: boolean;
  };
}

export interface HandleSliders {
  readonly element: HTMLElement;
  show(state: HandlesState): void;
}

export function makeHandles(listener: HandlesListener): HandleSliders {
  const world = makeSlider('world', t('In the world'), t('Back to the present'), listener.at, () =>
    listener.reset('at'),
  );
  world.input.addEventListener('keydown', (event) => {
    // It has no steps of its own: a key moves it by the least visible distance.
    const pixels = { ArrowLeft: -4, ArrowDown: -4, ArrowRight: 4, ArrowUp: 4, PageDown: -40, PageUp: 40 }[event.key];
    if (pixels === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    listener.nudge(pixels);
  });
  const canon = makeSlider('canon', t('As of'), t('Back to now'), listener.canon, () => listener.reset('canon'));
  const tables = makeTables();
  canon.input.after(tables.element);
  const steps = (which: 'at' | 'canon', before: string, next: string, keys: string): HTMLElement => {
    const buttons = ([-1, 1] as const).map((by) => {
      const title = by < 0 ? before : next;
      const [sign, key = ''] = by < 0 ? ['‹', keys[0]] : ['›', keys[1]];
      const step = button(sign, `${title} (${key})`, () => listener.step(which, by));
      step.setAttribute('aria-label', title);
      return step;
    });
    return make('div', { class: 'steps' }, ...buttons);
  };
  world.names.append(steps('at', t('Previous beginning or end'), t('Next beginning or end'), ',.'));
  canon.names.append(steps('canon', t('Previous change'), t('Next change'), '[]'));
  return {
    element: make('div', { class: 'handles' }, world.element, canon.element),
    show({ at, canon: { index, points, words, isMoved } }) {
      const count = points.length;
      world.show(at.day, { min: at.first, max: at.last, step: 'any' }, at.words, at.isMoved);
      // A codex without sessions has no canon points to move through.
      canon.element.hidden = count < 2;
      canon.element.style.setProperty('--stops', String(Math.max(count - 1, 1)));
      canon.element.classList.toggle('few', count <= 60);
      tables.show(points);
      canon.show(index, { min: 0, max: Math.max(count - 1, 0), step: 1 }, words, isMoved);
    },
  };
}

/** A mark below the slider for each session of a campaign, those of one table in one row. */
function makeTables(): { readonly element: HTMLElement; show(points: readonly CanonStop[]): void } {
  // The value of the slider says the same.
  const element = make('div', { class: 'tables', 'aria-hidden': 'true' });
  let drawn: readonly CanonStop[] = [];
  return {
    element,
    show(points) {
      if (points === drawn) return;
      drawn = points;
      const marks = tableMarks(points);
      element.hidden = marks.length === 0;
      element.replaceChildren(
        ...marks.map(({ index, row, campaign }) => {
          const mark = make('i', { title: campaign });
          mark.style.setProperty('--at', String(index / Math.max(points.length - 1, 1)));
          mark.style.setProperty('--row', String(row));
          return mark;
        }),
      );
      element.style.setProperty('--rows', String(Math.max(0, ...marks.map(({ row }) => row + 1))));
    },
  };
}

interface Slider {
  readonly element: HTMLElement;
  /** The label before it. */
  readonly names: HTMLElement;
  readonly input: HTMLInputElement;
  /** @param words the value in the words of the codex */
  show(
    value: number,
    range: { readonly min: number; readonly max: number; readonly step: number | 'any' },
    words: string,
    isMoved: boolean,
  ): void;
}

function makeSlider(
  name: string,
  label: string,
  back: string,
  onMove: (value: number) => void,
  onReset: () => void,
): Slider {
  const id = `handle-${name}`;
  const input = make('input', { type: 'range', id });
  // A slider announces its own value.
  const output = make('span', { class: 'value', 'aria-hidden': 'true' });
  const reset = make('button', { type: 'button', class: 'reset', title: back, 'aria-label': back }, '↺');
  const track = make('div', { class: 'track' }, output, input);
  const names = make('div', { class: 'names' }, make('label', { for: id }, label), reset);
  const element = make('div', { class: `handle ${name}` }, names, track);
  input.addEventListener('input', () => onMove(input.valueAsNumber));
  reset.addEventListener('click', () => {
    input.focus({ preventScroll: true });
    onReset();
  });
  return {
    element,
    names,
    input,
    show(value, range, words, isMoved) {
      // The order matters: a range clamps its value to its ends and steps at once.
      for (const [key, is] of Object.entries(range))
        if (input.getAttribute(key) !== String(is)) input.setAttribute(key, String(is));
      if (input.valueAsNumber !== value) input.value = String(value);
      element.classList.toggle('beyond', range.max < value);
      reset.hidden = !isMoved;
      if (output.textContent === words) return;
      output.textContent = words;
      output.title = words;
      input.setAttribute('aria-valuetext', words);
    },
  };
}
