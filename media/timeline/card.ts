/** The card of the thing that is pointed at, or of the one that is selected: what a hover says of it. */
import type { TimelineCard } from '../../server/src/lsp/protocol/protocolTimeline';
import { type Child, make, shown } from '../page';

const ELEMENTS = {
  heading: 'h2',
  section: 'h3',
  text: 'p',
  item: 'li',
  quote: 'blockquote',
  cited: 'blockquote',
} as const;

/** Lines as elements; items that follow each other are one list. */
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

export interface CardPlace {
  /** In pixels of the window: what the card is of, which it does not cover. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Card {
  /** @param hasFocus whether it was asked for by a key: it then takes the keys until it is left */
  show(card: TimelineCard, title: string, place: CardPlace, hasFocus: boolean): void;
  hide(): void;
  readonly isOpen: () => boolean;
  /** The pointer is on it, or the focus in it. */
  readonly isHeld: () => boolean;
}

/** When a card that had the focus is left, what had it before has it again. */
export function makeCard(parent: HTMLElement): Card {
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
