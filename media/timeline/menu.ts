/** A context menu, for pointer and keys, with the behaviour of other menus. */
import { make } from '../page';
import type { Thing } from '../../server/src/core/picture/paint/drawing';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import type { PictureFormat } from '../../client/src/drawn/pageMessages';
import type { PointedThing } from '../../server/src/lsp/protocol/protocolPictures';
import { t } from '../words';

interface Choice {
  readonly label: string;
  readonly run: () => void;
}

let closeLast: (() => void) | undefined;

/** @param x and `y`: its position, in pixels of the window @param back gets the focus when it closes */
export function openMenu(
  label: string,
  choices: readonly Choice[],
  { x, y }: { readonly x: number; readonly y: number },
  back: HTMLElement,
): void {
  closeLast?.();
  const list = make('ul', { class: 'menu', role: 'menu', 'aria-label': label });
  const close = (): void => {
    closeLast = undefined;
    list.remove();
    removeEventListener('pointerdown', closeOutside, true);
    removeEventListener('blur', close);
  };
  const closeOutside = ({ target }: Event): void => {
    if (!list.contains(target as Node)) close();
  };
  const items = choices.map((choice) => {
    const item = make('li', { role: 'menuitem', tabindex: '-1' }, choice.label);
    item.addEventListener('click', () => {
      close();
      back.focus({ preventScroll: true });
      choice.run();
    });
    item.addEventListener('pointermove', () => item.focus({ preventScroll: true }));
    return item;
  });
  list.append(...items);
  list.addEventListener('contextmenu', (event) => event.preventDefault());
  list.addEventListener('keydown', (event) => {
    const key = event.key;
    const at = items.indexOf(document.activeElement as HTMLLIElement);
    const to =
      key === 'ArrowDown'
        ? at + 1
        : key === 'ArrowUp'
          ? at - 1
          : key === 'Home'
            ? 0
            : key === 'End'
              ? -1
              : byLetter(choices, at, key);
    if (key === 'Enter' || key === ' ') items[at]?.click();
    else if (key === 'Escape' || key === 'Tab') {
      close();
      back.focus({ preventScroll: true });
    } else if (to === undefined) return;
    else items.at(to % items.length)?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(list);
  const { width, height } = list.getBoundingClientRect();
  list.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  list.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
  items[0]?.focus({ preventScroll: true });
  addEventListener('pointerdown', closeOutside, true);
  addEventListener('blur', close);
  closeLast = close;
}

/** The next choice that begins with a letter. */
function byLetter(choices: readonly Choice[], at: number, key: string): number | undefined {
  if (key.length !== 1) return undefined;
  const isIt = ({ label }: Choice): boolean => label.toLowerCase().startsWith(key.toLowerCase());
  const later = choices.findIndex((choice, i) => i > at && isIt(choice));
  const any = later < 0 ? choices.findIndex(isIt) : later;
  return any < 0 ? undefined : any;
}

/** A thing of the picture, as the editor identifies it. */
export function pointedOf({ lanes, retcons }: Timeline, thing: Thing): PointedThing {
  const lane = lanes[thing.lane ?? -1];
  const retcon = thing.kind === 'retcon' ? retcons[thing.index ?? -1] : undefined;
  return {
    entry: retcon?.by ?? thing.entry,
    ...(lane && { entity: lane.entity, attribute: lane.attribute }),
    ...(retcon && { retcon: retcon.superseded }),
  };
}

export interface ThingActions {
  readonly open?: () => void;
  readonly declare?: () => void;
  readonly wasTrueAt?: () => void;
  readonly axes?: () => void;
  readonly fit?: () => void;
  readonly card: () => void;
  readonly toHere: () => void;
}

export function choicesOf(
  thing: Thing,
  { open, declare, wasTrueAt, axes, fit, card, toHere }: ThingActions,
  date: string,
): Choice[] {
  const offered: (Choice | false | undefined)[] = [
    { label: t('Describe {0}', thing.title), run: card },
    open && thing.entry !== null && { label: t('Open Its Note'), run: open },
    declare && thing.entry !== null && { label: t('Retcon It…'), run: declare },
    wasTrueAt && thing.lane !== undefined && { label: t('What Was True at {0}?', date), run: wasTrueAt },
    { label: t('Move the World Handle to {0}', date), run: toHere },
    fit && thing.days !== null && { label: t('Zoom to It'), run: fit },
    axes && thing.lane !== undefined && { label: t('Show Both Axes'), run: axes },
  ];
  return offered.filter((one): one is Choice => typeof one === 'object');
}

/** Asks below a button how the picture is to be saved. @param isFile whether the page is a file already */
export function offerSaving(button: HTMLElement, save: (as: PictureFormat) => void, isFile: boolean): void {
  const { left, bottom } = button.getBoundingClientRect();
  const choices = [
    { label: t('As a Drawing (SVG)…'), run: () => save('svg') },
    { label: t('As an Image (PNG)…'), run: () => save('png') },
    ...(isFile ? [] : [{ label: t('As a Page to Share (HTML)…'), run: () => save('html') }]),
  ];
  openMenu(t('Save as'), choices, { x: left, y: bottom + 4 }, button);
}

/** The least duration of a long press in milliseconds, and its greatest movement in pixels. */
const LONG = 550;
const STILL = 8;

interface LongPress {
  /** Whether the last touch was a long press: lifting the finger then does not count as a tap. */
  readonly was: () => boolean;
}

export function onLongPress(element: HTMLElement, run: (event: PointerEvent) => void): LongPress {
  let timer = 0;
  let was = false;
  let from = { clientX: 0, clientY: 0 };
  const stop = (): void => clearTimeout(timer);
  element.addEventListener('pointerdown', (event) => {
    stop();
    was = false;
    // With a second finger it is a pinch.
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    from = event;
    timer = setTimeout(() => {
      was = true;
      run(event);
    }, LONG);
  });
  element.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL) stop();
  });
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, stop);
  return { was: () => was };
}
