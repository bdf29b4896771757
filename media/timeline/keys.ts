/** The keys on the picture, and the steps between changes that some of them take. */
import { type PictureChange, changesOf, nextDayStop } from '../../server/src/core/picture/timeline/changes';
import type { Prepared } from '../../server/src/core/picture/timeline/prepare';
import { arranged } from '../../server/src/core/picture/timeline/timelineDrawing';
import type { TimelineView } from '../../server/src/core/picture/timeline/lanesLayout';
import { t } from '../words';
import type { Shown } from './view';

export type Command =
  | { readonly does: 'pan'; readonly by: number }
  | { readonly does: 'zoom'; readonly ratio: number }
  | { readonly does: 'scroll'; readonly pages: number }
  | { readonly does: 'go'; readonly to: 'whole' | 'beginning' | 'end' }
  | { readonly does: 'step' | 'stepDay'; readonly by: 1 | -1 }
  | { readonly does: 'next'; readonly by: 1 | -1 }
  | { readonly does: 'fit' | 'card' | 'open' | 'menu' | 'leave' | 'filter' | 'help' };

const COMMANDS: Readonly<Record<string, Command>> = {
  ArrowLeft: { does: 'pan', by: -0.1 },
  ArrowRight: { does: 'pan', by: 0.1 },
  'Shift+ArrowLeft': { does: 'pan', by: -0.8 },
  'Shift+ArrowRight': { does: 'pan', by: 0.8 },
  ArrowUp: { does: 'scroll', pages: -0.1 },
  ArrowDown: { does: 'scroll', pages: 0.1 },
  PageUp: { does: 'scroll', pages: -0.9 },
  PageDown: { does: 'scroll', pages: 0.9 },
  '+': { does: 'zoom', ratio: 1.5 },
  '=': { does: 'zoom', ratio: 1.5 },
  '-': { does: 'zoom', ratio: 1 / 1.5 },
  '0': { does: 'go', to: 'whole' },
  Home: { does: 'go', to: 'beginning' },
  End: { does: 'go', to: 'end' },
  '[': { does: 'step', by: -1 },
  ']': { does: 'step', by: 1 },
  ',': { does: 'stepDay', by: -1 },
  '.': { does: 'stepDay', by: 1 },
  n: { does: 'next', by: 1 },
  p: { does: 'next', by: -1 },
  Enter: { does: 'card' },
  z: { does: 'fit' },
  o: { does: 'open' },
  'Ctrl+Enter': { does: 'open' },
  ContextMenu: { does: 'menu' },
  'Shift+F10': { does: 'menu' },
  Escape: { does: 'leave' },
  '/': { does: 'filter' },
  '?': { does: 'help' },
};

export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The meaning of a key; undefined: not one of ours, and left to the reader's other programs. */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Command | undefined {
  // Brackets and signs are typed with AltGr or Shift on many keyboards.
  const isSign = key.length === 1 && !/[\p{L}\d]/u.test(key);
  if (isSign && !metaKey && ctrlKey === altKey) return COMMANDS[key];
  if (altKey) return undefined;
  const isLetter = key.length === 1;
  const held = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey && !isLetter ? 'Shift+' : ''}`;
  return COMMANDS[held + (isLetter ? key.toLowerCase() : key)];
}

/** Steps from one change of the canon to the next, and back: each shows and announces it. */
export interface Stepped {
  readonly words: string;
  /** The canon point and the day to go to; neither if there is nowhere to go. */
  readonly canon?: number;
  readonly day?: number | null;
  /** The first thing that changed. */
  readonly thing?: number;
}

interface Stepper {
  canon(shown: Shown, by: 1 | -1): Stepped;
  day(shown: Shown, by: 1 | -1): Stepped;
}

const known = new WeakMap<Prepared, readonly PictureChange[]>();

function changesIn(prepared: Prepared): readonly PictureChange[] {
  const found = known.get(prepared) ?? changesOf(prepared);
  known.set(prepared, found);
  return found;
}

/** Several things can change at one canon point: it remembers which of them was announced last. */
export function makeStepper(): Stepper {
  let last: { readonly prepared: Prepared; readonly at: number } | undefined;
  return {
    canon(shown, by) {
      const { prepared, canon } = shown;
      const changes = changesIn(prepared);
      const isShown = isShownIn(shown);
      const isLast = last?.prepared === prepared && changes[last.at]?.canon === canon;
      let at =
        isLast && last
          ? last.at + by
          : by > 0
            ? changes.findIndex((one) => canon < one.canon)
            : lastUpTo(changes, canon);
      if (at < 0) at = by > 0 ? changes.length : -1;
      while (changes[at] && !isShown(changes[at] as PictureChange)) at += by;
      const change = changes[at];
      if (!change)
        return { words: by > 0 ? t('Nothing here changed after this.') : t('Nothing here changed before this.') };
      last = { prepared, at };
      const [thing] = change.things;
      return { words: change.sentence, canon: change.canon, day: change.day, ...(thing !== undefined && { thing }) };
    },
    day({ prepared, canon, view, domain }, by) {
      const from = view.at ?? prepared.timeline.present?.days[0] ?? (by > 0 ? domain[0] : domain[1]);
      const stop = nextDayStop(prepared, canon, from, by);
      if (!stop)
        return { words: by > 0 ? t('Nothing begins or ends after this.') : t('Nothing begins or ends before this.') };
      const [thing] = stop.things;
      return { words: stop.sentence, day: stop.day, ...(thing !== undefined && { thing }) };
    },
  };
}

function lastUpTo(changes: readonly PictureChange[], canon: number): number {
  const next = changes.findIndex((one) => canon < one.canon);
  return next < 0 ? changes.length - 1 : next - 1;
}

/** Whether the filter keeps something of a change. */
function isShownIn({ prepared, view, domain }: Shown): (change: PictureChange) => boolean {
  const drawn: TimelineView = { domain, width: 1, height: 1, filter: view.filter, grouping: view.grouping };
  const { filtered } = arranged(prepared, drawn);
  if (!filtered) return () => true;
  const { firstThing } = prepared.events;
  const isKept = (thing: number): boolean =>
    (thing < firstThing ? filtered.spans[thing] : filtered.events[thing - firstThing]) === 1;
  return ({ things }) => things.some(isKept);
}
