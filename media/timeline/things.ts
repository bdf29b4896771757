/** What is done with the things of the picture: told of on a card, opened, retconned, and chosen one after another. */
import type { TimelineCard } from '../../server/src/lsp/protocol/protocolTimeline';
import { dateOfDay } from '../../server/src/core/picture/rulers/handleDates';
import type { Thing } from '../../server/src/core/picture/paint/drawing';
import type { Handles } from '../../client/src/drawn/timelineMessages';
import { t } from '../words';
import { type Card, type CardPlace, makeCard } from './card';
import { openMenu } from './menu';
import { entitiesAt, kinChoices } from './kinChoices';
import { choicesOf, pointedOf, type ThingActions } from './menus';
import { thingWords } from './thingWords';
import { fit } from './navigation';
import type { Store } from './store';
import type { Shown } from './view';

export interface Things {
  /** Tells of what the pointer rests on, after a moment; null: it rests on nothing. */
  rest(thing: number | null, place: CardPlace | null): void;
  /** Tells of what a finger chose. */
  touch(thing: number, place: CardPlace | null): void;
  /** What was told to the pointer is over. */
  leave(): void;
  /** Tells of a thing at once, on a card that takes the keys. */
  tell(thing: number, place: CardPlace): void;
  /** Opens its page; where there is no editor, tells of it. */
  open(thing: number, place: CardPlace | null): void;
  menu(thing: number, at: { readonly x: number; readonly y: number }, back: HTMLElement): void;
  readonly card: Card;
}

/** The pointer is on its way for so many milliseconds. */
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
        // What has the pointer, or the keys, stays.
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
    tell: (thing, place) => {
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

/** What can be done with a thing, beside telling of it. */
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

/** The day that is meant with a thing: that of the handle where the thing holds it, else its own first. */
function dayOf({ view: { at }, domain, prepared }: Shown, { days }: Thing): number {
  const [first, until] = days ?? [null, null];
  if (at !== null && (first ?? -Infinity) <= at && at < (until ?? Infinity)) return at;
  return first ?? prepared.timeline.present?.days[0] ?? Math.floor((domain[0] + domain[1]) / 2);
}

/** Where the handles stand, in the words of the codex. */
export function handlesOf({ prepared: { timeline }, view: { at, asOf } }: Shown): Handles {
  return { at: at === null ? null : dateOfDay(timeline, at), asOf: asOf ?? null };
}

/** What the picture knows of a thing by itself. */
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
