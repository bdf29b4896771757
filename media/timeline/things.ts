/** The actions on things of the picture: describe them on a card, open or retcon them, and select one after another. */
import type { TimelineCard } from '../../server/src/lsp/protocol/protocolPictures';
import { type Child, make, shown } from '../page';
import type { Thing } from '../../server/src/core/picture/paint/drawing';
import { undoneAs } from '../../server/src/core/picture/timeline/prepare';
import type { Timeline, TimelineEvent, TimelineSpan } from '../../server/src/core/picture/shapes/timelineShape';
import { t } from '../words';
import { dateOfDay } from '../../server/src/core/picture/rulers/axis';
import type { Handles } from '../../client/src/drawn/pageMessages';
import { openMenu, choicesOf, pointedOf, type ThingActions } from './menu';
import { entitiesAt, kinChoices } from './kinChoices';
import { fit } from './picture';
import type { Store } from './store';
import type { Shown } from './view';

/** The card of the thing under the pointer, or of the selected one, with the content of a hover. */
const ELEMENTS = {
  heading: 'h2',
  section: 'h3',
  text: 'p',
  item: 'li',
  quote: 'blockquote',
  cited: 'blockquote',
} as const;

/** Lines as elements; adjacent items form one list. */
function linesOf(card: TimelineCard): Child[] {
  const children: Child[] = [];
  let list: HTMLElement | undefined;
  for (const { kind, parts } of card) {
    const element = make(ELEMENTS[kind], { class: kind }, ...parts.map((part) => shown(part)));
    if (kind === 'quote' && list) list.lastElementChild?.append(element);
    else if (kind !== 'item') list = undefined;
    if (kind === 'item') {
      if (!list) children.push((list = make('ul', {})));
      list.append(element);
    } else if (!list) children.push(element);
  }
  return children;
}

interface CardPlace {
  /** In pixels of the window: the place of the card's thing, which the card does not cover. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

interface Card {
  /** @param hasFocus whether a key opened it: it then keeps the focus until it is left */
  show(card: TimelineCard, title: string, place: CardPlace, hasFocus: boolean): void;
  hide(): void;
  readonly isOpen: () => boolean;
  /** Whether the pointer is on it, or the focus in it. */
  readonly isHeld: () => boolean;
}

/** When a card with the focus is left, the focus returns to the element that had it before. */
function makeCard(parent: HTMLElement): Card {
  const element = make('div', { class: 'card', role: 'dialog', tabindex: '-1' });
  element.hidden = true;
  parent.append(element);
  let back: Element | null = null;
  const hide = (): void => {
    if (element.hidden) return;
    const hadFocus = element.contains(document.activeElement);
    element.hidden = true;
    if (hadFocus && back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    hide();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (!element.contains(target as Node)) hide();
  });
  element.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'touch' && !element.matches(':focus-within')) hide();
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null && !element.contains(relatedTarget as Node)) element.hidden = true;
  });
  return {
    show(card, title, { left, top, bottom }, hasFocus) {
      element.setAttribute('aria-label', title);
      element.replaceChildren(...linesOf(card).filter((child) => child !== null));
      element.hidden = false;
      const { width, height } = element.getBoundingClientRect();
      const below = bottom + 6;
      const isBelow = below + height <= innerHeight - 4 || top < height + 10;
      element.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
      element.style.top = `${Math.max(4, isBelow ? Math.min(below, innerHeight - height - 4) : top - height - 6)}px`;
      if (!hasFocus) return;
      if (!element.contains(document.activeElement)) back = document.activeElement;
      element.focus({ preventScroll: true });
    },
    hide,
    isOpen: () => !element.hidden,
    isHeld: () => element.matches(':hover, :focus-within'),
  };
}

/** The words for a thing that the picture itself has. */
interface ThingWords {
  readonly about: string;
  readonly what: string;
  readonly when: string;
  readonly decided: string;
}

function thingWords(timeline: Timeline, thing: Thing): ThingWords | null {
  const lane = timeline.lanes[thing.lane ?? -1];
  if (thing.kind === 'span') {
    const span = lane?.spans[thing.index ?? -1];
    return lane && span
      ? {
          about: `${lane.title}, ${lane.attribute}`,
          what: valueWords(span),
          when: whenWords(span),
          decided: span.canon ?? '',
        }
      : null;
  }
  if (thing.kind === 'event') {
    const event = timeline.events[thing.index ?? -1];
    return event ? { about: event.title, what: eventWords(event), when: event.date, decided: event.canon ?? '' } : null;
  }
  if (thing.kind !== 'retcon') return null;
  const retcon = timeline.retcons[thing.index ?? -1];
  return retcon
    ? {
        about: retcon.by,
        what: t('{0} of {1}', retcon.kind, retcon.superseded),
        when: retcon.effective,
        decided: retcon.canon ?? '',
      }
    : null;
}

const valueWords = ({ title, is_disputed, is_soft }: TimelineSpan): string =>
  is_soft ? t('{0} (both versions stand)', title) : is_disputed ? t('{0} (disputed)', title) : title;

function eventWords(event: TimelineEvent): string {
  if (event.from_block) return t('from a list in a note, not part of the canon');
  const undone = undoneAs(event);
  return [event.type ?? '', undone === '' ? '' : UNDONE[undone]()].filter((part) => part !== '').join(', ');
}

export const UNDONE = { superseded: () => t('superseded'), retracted: () => t('retracted') } as const;

/** The stretch of a value, as its author would write it. */
export function whenWords({ from, until }: Pick<TimelineSpan, 'from' | 'until'>): string {
  if (from === null) return until === null ? t('always') : t('until {0}', until);
  return until === null ? t('from {0}', from) : t('{0} to {1}', from, until);
}

/** The actions on things. */
export interface Things {
  /** Shows the card of the thing under the pointer, after a moment; null: there is none. */
  rest(thing: number | null, place: CardPlace | null): void;
  /** Shows the card of a thing that a finger selected. */
  touch(thing: number, place: CardPlace | null): void;
  /** Hides the card that the pointer has opened. */
  leave(): void;
  /** Shows the card of a thing at once, with the focus. */
  showCard(thing: number, place: CardPlace): void;
  /** Opens its page; without an editor, shows its card. */
  open(thing: number, place: CardPlace | null): void;
  menu(thing: number, at: { readonly x: number; readonly y: number }, back: HTMLElement): void;
  readonly card: Card;
}

/** Milliseconds in which the pointer may still be passing. */
const PAUSE = 350;

export function makeThings(store: Store): Things {
  const card = makeCard(document.body);
  let pointed: number | null = null;
  let timer = 0;
  const thingOf = (shown: Shown, thing: number): Thing | undefined => shown.prepared.things[thing];

  const show = async (thing: number, place: CardPlace, hasFocus: boolean): Promise<void> => {
    const shown = store.shown();
    const of = shown && thingOf(shown, thing);
    if (!of) return;
    const lines = ownCard(shown, of);
    if (lines.length > 0) card.show(lines, of.title, place, hasFocus);
    const more = await store.host.editor?.cardOf(pointedOf(shown.prepared.timeline, of));
    // Meanwhile the pointer may be elsewhere, or the card left.
    if (more && more.length > 0 && (hasFocus ? card.isOpen() : pointed === thing))
      card.show(more, of.title, place, hasFocus);
  };
  const open = (thing: number, place: CardPlace | null): void => {
    const shown = store.shown();
    const of = shown && thingOf(shown, thing);
    clearTimeout(timer);
    if (of && store.host.editor) store.host.editor.open(pointedOf(shown.prepared.timeline, of));
    else if (place) void show(thing, place, false);
  };
  return {
    card,
    rest(thing, place) {
      if (thing === pointed) return;
      pointed = thing;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (thing !== null && place) void show(thing, place, false);
        // A card with the pointer or the focus stays.
        else if (!card.isHeld()) card.hide();
      }, PAUSE);
    },
    touch(thing, place) {
      pointed = thing;
      clearTimeout(timer);
      if (place) void show(thing, place, false);
    },
    leave() {
      pointed = null;
      clearTimeout(timer);
      card.hide();
    },
    showCard: (thing, place) => {
      clearTimeout(timer);
      void show(thing, place, true);
    },
    open,
    menu(thing, at, from) {
      const shown = store.shown();
      const of = shown && thingOf(shown, thing);
      if (!of) return;
      clearTimeout(timer);
      card.hide();
      const date = dateOfDay(shown.prepared.timeline, dayOf(shown, of));
      const actions = {
        ...actionsOn(store, shown, thing, of),
        card: () => void show(thing, { left: at.x, top: at.y, bottom: at.y }, true),
      };
      const choices = choicesOf(of, actions, date);
      const { timeline } = shown.prepared;
      const { editor } = store.host;
      if (!editor) return openMenu(of.title, choices, at, from);
      void editor.offersOf(entitiesAt(timeline, of)).then((offers) => {
        const kin = kinChoices(timeline, of, offers, (params) => editor.showKin(params));
        openMenu(of.title, [...choices, ...kin], at, from);
      });
    },
  };
}

/** The commands for a thing, beside its card. */
function actionsOn(store: Store, shown: Shown, thing: number, of: Thing): Omit<ThingActions, 'card'> {
  const { editor } = store.host;
  const { timeline } = shown.prepared;
  const pointed = pointedOf(timeline, of);
  const day = dayOf(shown, of);
  return {
    toHere: () => store.change({ at: day }),
    fit() {
      store.select(thing);
      fit(store, { ...shown, selected: thing });
    },
    axes() {
      store.select(thing);
      store.change({ hasAxes: true }, { isQuiet: true });
    },
    ...(editor && {
      open: () => editor.open(pointed),
      declare: () => editor.declare(pointed),
      wasTrueAt: () => editor.wasTrueAt(pointed, { ...handlesOf(shown), at: dateOfDay(timeline, day) }),
    }),
  };
}

/** The day for a thing: that of the handle if the thing holds then, else its own first day. */
function dayOf({ view: { at }, domain, prepared }: Shown, { days }: Thing): number {
  const [first, until] = days ?? [null, null];
  if (at !== null && (first ?? -Infinity) <= at && at < (until ?? Infinity)) return at;
  return first ?? prepared.timeline.present?.days[0] ?? Math.floor((domain[0] + domain[1]) / 2);
}

/** The positions of the handles, in the words of the codex. */
export function handlesOf({ prepared: { timeline }, view: { at, asOf } }: Shown): Handles {
  return { at: at === null ? null : dateOfDay(timeline, at), asOf: asOf ?? null };
}

/** The facts of a thing that the picture has by itself. */
function ownCard({ prepared: { timeline } }: Shown, thing: Thing): TimelineCard {
  const row = thingWords(timeline, thing);
  if (!row) return [];
  const retcon = thing.kind === 'retcon' ? timeline.retcons[thing.index ?? -1] : undefined;
  const event = thing.kind === 'event' ? timeline.events[thing.index ?? -1] : undefined;
  const text = (...parts: TimelineCard[number]['parts']): TimelineCard[number] => ({ kind: 'text', parts });
  return [
    text({ text: row.about, isStrong: true }),
    ...(row.what === '' ? [] : [text(row.what)]),
    ...(row.when === '' ? [] : [text(row.when)]),
    ...(event?.text === undefined ? [] : [text(event.text)]),
    ...(retcon?.reason ? [{ kind: 'quote', parts: [retcon.reason] } as const] : []),
    ...(row.decided === '' ? [] : [text(t('Decided in {0}', row.decided))]),
  ];
}
