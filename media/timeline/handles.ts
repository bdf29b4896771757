/** The two handles below the picture: a date of the world, and how far the canon has been decided. */
import { make } from '../page';
import { t } from '../words';

export interface HandlesListener {
  /** A world day. */
  at(day: number): void;
  /** The index of a canon point. */
  canon(index: number): void;
  /** To the present, and to now. */
  reset(which: 'at' | 'canon'): void;
  /** To what changed next, or before. */
  step(by: 1 | -1): void;
}

export interface HandlesState {
  readonly at: {
    readonly day: number;
    readonly first: number;
    readonly last: number;
    readonly words: string;
    readonly isMoved: boolean;
  };
  readonly canon: { readonly index: number; readonly count: number; readonly words: string; readonly isMoved: boolean };
}

export interface HandleSliders {
  readonly element: HTMLElement;
  show(state: HandlesState): void;
}

export function makeHandles(listener: HandlesListener): HandleSliders {
  const world = makeSlider('world', t('In the world'), t('Back to the present'), listener.at, () =>
    listener.reset('at'),
  );
  const canon = makeSlider('canon', t('As decided by'), t('Back to now'), listener.canon, () =>
    listener.reset('canon'),
  );
  const steps = ([-1, 1] as const).map((by) => {
    const title = by < 0 ? t('What changed before') : t('What changed next');
    const button = make(
      'button',
      { type: 'button', title: `${title} (${by < 0 ? '[' : ']'})`, 'aria-label': title },
      by < 0 ? '‹' : '›',
    );
    button.addEventListener('click', () => listener.step(by));
    return button;
  });
  canon.track.append(make('div', { class: 'steps' }, ...steps));
  return {
    element: make('div', { class: 'handles' }, world.element, canon.element),
    show({ at, canon: { index, count, words, isMoved } }) {
      const [min, max] = [Math.ceil(at.first), Math.max(Math.floor(at.last), Math.ceil(at.first))];
      // A step that can be seen.
      const step = Math.max(1, Math.round((max - min) / 500));
      world.show(at.day, { min, max, step }, at.words, at.isMoved);
      canon.show(index, { min: 0, max: Math.max(count - 1, 0), step: 1 }, words, isMoved);
    },
  };
}

interface Slider {
  readonly element: HTMLElement;
  readonly track: HTMLElement;
  /** @param words what the value is, as the codex says it */
  show(
    value: number,
    range: { readonly min: number; readonly max: number; readonly step: number },
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
  const output = make('output', { for: id });
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
    track,
    show(value, range, words, isMoved) {
      // The order matters: a range holds its value to its ends and steps at once.
      for (const [key, is] of Object.entries(range))
        if (input.getAttribute(key) !== String(is)) input.setAttribute(key, String(is));
      if (document.activeElement !== input || Math.abs(input.valueAsNumber - value) >= range.step)
        input.value = String(value);
      reset.hidden = !isMoved;
      if (output.textContent === words) return;
      output.textContent = words;
      output.title = words;
      input.setAttribute('aria-valuetext', words);
    },
  };
}
