/** The reading view, in its webview: shows the note that it is sent, opens what its links lead to, and shows a few words about that. */
import type { FromReading, ReadingState, ToReading } from '../../client/src/drawn/pageMessages';
import { type EditorApi, make } from '../page';

declare function acquireVsCodeApi(): EditorApi<FromReading, ReadingState>;

const host = acquireVsCodeApi();
const main = document.getElementById('main') as HTMLElement;
const card = make('div', { id: 'card', role: 'tooltip', hidden: '' });
document.body.append(card);

/** How long a link is pointed at before its card is shown, in milliseconds. */
const WAIT = 300;

/** The HTML is the server's, in which nothing of the author's own stands but text. */
const nodesOf = (html: string): Node[] => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes];

function showPage({ html, banner, state, place }: Extract<ToReading, { shows: 'page' }>): void {
  const before = host.getState();
  const isSame = before?.uri === state.uri;
  const top = isSame ? scrollY : 0;
  const focused = isSame ? linkNumber(document.activeElement) : -1;
  const open = new Set([...main.querySelectorAll('details')].flatMap((one, i) => (one.open ? i : [])));
  host.setState(state);
  hideCard();
  main.replaceChildren(
    ...(banner === '' ? [] : [make('p', { class: 'banner', role: 'note' }, banner)]),
    ...nodesOf(html),
  );
  if (isSame) for (const [i, one] of [...main.querySelectorAll('details')].entries()) one.open ||= open.has(i);
  if (focused >= 0) links()[focused]?.focus({ preventScroll: true });
  scrollTo({ top });
  if (place !== undefined) document.getElementById(`p0/${place}`)?.scrollIntoView();
}

const links = (): HTMLAnchorElement[] => [...main.querySelectorAll('a')];
const linkNumber = (element: Element | null): number => links().findIndex((one) => one === element);

/** The page that a link leads to, and the place of it; null for a link to elsewhere. */
function targetOf(
  element: EventTarget | null,
): { readonly link: HTMLElement; readonly page: number; readonly place?: string } | null {
  const link = element instanceof Element ? element.closest<HTMLElement>('a[href^="#p"]') : null;
  const [, page, place] = /^#p(\d+)(?:\/(.*))?$/s.exec(link?.getAttribute('href') ?? '') ?? [];
  if (!link || page === undefined) return null;
  return { link, page: Number(page), ...(place !== undefined && { place }) };
}

document.addEventListener('click', (event) => {
  const target = targetOf(event.target);
  if (!target) return;
  event.preventDefault();
  const { page, place } = target;
  // A place of this page is near; the page itself is its text, to be written in.
  if (page === 0 && place !== undefined) document.getElementById(`p0/${place}`)?.scrollIntoView();
  else host.postMessage({ asks: 'open', page, ...(place !== undefined && { place }) });
});

let pointed: { readonly link: HTMLElement; readonly page: number } | null = null;
let timer = 0;

function point(event: Event): void {
  const target = targetOf(event.target);
  if (!target || target.page === 0 || target.link.closest('#card')) return;
  if (pointed?.link === target.link) return;
  hideCard();
  pointed = target;
  timer = window.setTimeout(() => host.postMessage({ asks: 'card', page: target.page }), WAIT);
}

function hideCard(): void {
  clearTimeout(timer);
  pointed?.link.removeAttribute('aria-describedby');
  pointed = null;
  card.hidden = true;
}

function showCard({ page, title, html }: Extract<ToReading, { shows: 'card' }>): void {
  if (pointed?.page !== page) return;
  card.replaceChildren(make('strong', {}, title), make('p', {}, ...nodesOf(html)));
  card.hidden = false;
  const { left, top, bottom } = pointed.link.getBoundingClientRect();
  const isBelow = bottom + card.offsetHeight + 8 < innerHeight;
  card.style.left = `${Math.max(8, Math.min(left, innerWidth - card.offsetWidth - 8)) + scrollX}px`;
  card.style.top = `${(isBelow ? bottom + 6 : Math.max(0, top - card.offsetHeight - 6)) + scrollY}px`;
  pointed.link.setAttribute('aria-describedby', card.id);
}

document.addEventListener('mouseover', point);
document.addEventListener('focusin', point);
document.addEventListener('mouseout', ({ target }) => {
  if (targetOf(target)) hideCard();
});
document.addEventListener('focusout', hideCard);
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') hideCard();
});

addEventListener('message', ({ data }: MessageEvent<ToReading>) => {
  switch (data.shows) {
    case 'page':
      showPage(data);
      break;
    case 'card':
      showCard(data);
      break;
    case 'note':
      hideCard();
      main.replaceChildren(make('p', { class: 'banner alone', role: 'status' }, data.words));
  }
});

host.postMessage({ asks: 'all' });
