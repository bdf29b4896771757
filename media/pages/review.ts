/** The page for reviewing retcons, in its webview: shows the retcons that it is sent, and asks for more. */
import type {
  ReviewAnswer,
  ReviewSent,
  UndeclaredAnswer,
  Phrase,
} from '../../server/src/lsp/protocol/protocolPictures';
import type { FromPage, PageState, ReviewWords, ToPage } from '../../client/src/drawn/pageMessages';
import { button, type Child, commandLink, listed, make, shown, phraseText, phraseUri } from '../page';

type Page = ReviewSent['old'];
type Run = Page['prose'][number]['runs'][number];

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
};

const host = acquireVsCodeApi();
const ask = (message: FromPage): void => host.postMessage(message);
const [main, status] = ['main', 'status'].map((id) => document.getElementById(id) as HTMLElement) as [
  HTMLElement,
  HTMLElement,
];
let words: ReviewWords;
/** The content as it was sent, so that equal content is not drawn again before the reader's eyes. */
let drawn = '';

/** Text that only this page has, marked as gone or as new. */
const marked = ({ text, isChanged }: Run, mark: 'del' | 'ins'): Child => (isChanged ? make(mark, {}, text) : text);

const BLOCKS = { heading: 'h4', item: 'li', quote: 'blockquote', verbatim: 'pre', text: 'p' } as const;

function pageOf({ page, date, facts, prose, isCut }: Page, label: string, mark: 'del' | 'ins'): HTMLElement {
  const items = facts.map(({ about, value, when, isChanged }) =>
    make(
      'li',
      {},
      make('span', {}, ...listed(about)),
      make('span', { class: 'value' }, isChanged ? make(mark, {}, shown(value) ?? '') : shown(value)),
      when === '' ? null : make('span', { class: 'when' }, when),
    ),
  );
  const blocks = prose.map(({ kind, runs }) =>
    make(BLOCKS[kind], { class: kind }, ...runs.map((run) => marked(run, mark))),
  );
  return make(
    'section',
    { class: 'page', 'aria-label': `${label}: ${phraseText(page)}` },
    make('p', { class: 'side' }, label),
    make('h3', {}, shown(page), ...(date === null ? [] : [make('span', { class: 'date' }, date)])),
    items.length === 0 ? null : make('ul', { class: 'facts' }, ...items),
    make('div', { class: 'prose' }, ...blocks),
    isCut ? make('p', { class: 'note' }, words.cut) : null,
  );
}

function answersOf({ changes }: ReviewSent): HTMLElement | null {
  if (changes.length === 0) return null;
  const head = make(
    'tr',
    {},
    make('td', {}),
    make('th', { scope: 'col' }, words.before),
    make('th', { scope: 'col' }, words.after),
  );
  const side = (values: readonly Phrase[]): HTMLElement =>
    values.length === 0
      ? make('td', { class: 'nothing' }, words.nothing)
      : make('td', {}, ...listed(values, '', false));
  const rows = changes.map(({ about, was, is }) =>
    make('tr', {}, make('th', { scope: 'row' }, ...listed(about)), side(was), side(is)),
  );
  return make(
    'table',
    { class: 'answers' },
    make('caption', {}, words.answers),
    make('thead', {}, head),
    make('tbody', {}, ...rows),
  );
}

/** The passages that still say what the retcon changed. */
function leftOf({ left, leftCount }: ReviewSent): HTMLElement | null {
  if (leftCount === 0) return null;
  const items = left.map(({ page, text }) =>
    make('li', {}, shown(page), ...(text === '' ? [] : [' ', make('span', { class: 'when' }, text)])),
  );
  const more = leftCount > left.length ? [make('li', {}, `… ${leftCount - left.length}`)] : [];
  return make(
    'section',
    { class: 'left', 'aria-label': words.left },
    make('h3', {}, `${words.left} · ${leftCount}`),
    make('ul', {}, ...items, ...more),
  );
}

function retconOf(retcon: ReviewSent, index: number): HTMLElement {
  const { told: items, does, kind, details, reason, sources, old, by, isRewritten } = retcon;
  const sides = words.sides[does];
  const heading = make('h2', { id: `retcon-${index}`, tabindex: '-1' }, ...listed(items));
  const cited = sources.length === 0 ? null : make('footer', {}, `${words.sources} `, ...listed(sources, ', '));
  const [before, after] = [old, by].map(({ page }) => phraseUri(page));
  const both = `${phraseText(old.page)} → ${phraseText(by.page)}`;
  const compares =
    before !== undefined && after !== undefined
      ? make(
          'a',
          { href: commandLink('compareText', before, after, both), 'aria-label': `${words.compare}: ${both}` },
          words.compare,
        )
      : null;
  const hasProse = old.prose.length > 0 && by.prose.length > 0;
  return make(
    'article',
    { 'aria-labelledby': heading.id, class: kind },
    make('p', { class: 'details' }, make('span', { class: 'kind' }, kind), ...details.flatMap((one) => [' · ', one])),
    heading,
    reason === null && cited === null
      ? null
      : make('blockquote', { class: 'reason' }, reason === null ? null : make('p', {}, reason), cited),
    answersOf(retcon),
    leftOf(retcon),
    make('div', { class: 'pages' }, pageOf(old, sides.old, 'del'), pageOf(by, sides.by, 'ins')),
    make('p', { class: 'note' }, isRewritten && hasProse ? `${words.rewritten} ` : null, compares),
  );
}

const articles = (): HTMLElement[] => [...main.querySelectorAll<HTMLElement>('article > h2')];

/** Draws everything again; the reader's scroll position is kept. */
function showAll({ retcons, total }: ReviewAnswer, title: string, sum: string): void {
  const top = host.getState()?.scroll ?? 0;
  const undeclared =
    document.getElementById('undeclared') ??
    make('section', { id: 'undeclared', 'aria-labelledby': 'undeclared-title' });
  const [focused] = articles().flatMap((one, i) => (one === document.activeElement ? [i] : []));
  main.replaceChildren(
    make(
      'header',
      {},
      make('h1', {}, title),
      make('p', { class: 'sum' }, sum),
      total < 2 ? null : make('p', { class: 'hint' }, words.hint),
    ),
    ...retcons.map(retconOf),
    undeclared,
  );
  offerMore(retcons.length, total);
  scrollTo({ top });
  if (focused !== undefined) articles()[focused]?.focus({ preventScroll: true });
}

function offerMore(count: number, total: number): void {
  document.getElementById('more')?.remove();
  if (count >= total) return;
  const more = button(words.more, '', () => {
    more.disabled = true;
    ask({ asks: 'more', skip: count });
  });
  more.id = 'more';
  document.getElementById('undeclared')?.before(more);
}

function showMore({ retcons, total }: ReviewAnswer, skip: number): void {
  document.getElementById('undeclared')?.before(...retcons.map((one, i) => retconOf(one, skip + i)));
  offerMore(skip + retcons.length, total);
  go(articles()[skip]);
}

function showUndeclared({ changes }: UndeclaredAnswer, notes: readonly string[]): void {
  const rows = changes.map(({ about, when, told: items, by }) =>
    make(
      'li',
      {},
      make('span', {}, ...listed(about)),
      make('span', {}, ...listed(items)),
      when === '' ? null : make('span', { class: 'when' }, when),
      make('span', { class: 'by' }, ...listed(by, ', ')),
    ),
  );
  document
    .getElementById('undeclared')
    ?.replaceChildren(
      make('h2', { id: 'undeclared-title', tabindex: '-1' }, words.undeclared),
      make('ul', { class: 'facts' }, ...rows),
      ...notes.map((note) => make('p', { class: 'note' }, note)),
    );
}

function showFailure(message: string): void {
  main.replaceChildren(
    make('p', { role: 'alert' }, message),
    button(words.again, '', () => ask({ asks: 'all' })),
  );
}

function go(heading: HTMLElement | undefined): void {
  heading?.focus({ preventScroll: true });
  heading?.closest('article, section')?.scrollIntoView();
}

/** The next or previous retcon, from the reader's position. */
function step(by: 1 | -1): void {
  const headings = [...main.querySelectorAll<HTMLElement>('article > h2, #undeclared > h2')];
  const at = headings.findIndex((one) => one === document.activeElement);
  const tops = headings.map((one) => (one.closest('article, section') ?? one).getBoundingClientRect().top);
  const below = tops.findIndex((top) => top > 1);
  const near = below < 0 ? headings.length : below;
  const next = at >= 0 ? at + by : by === 1 ? near : near - 1;
  const more = document.getElementById('more');
  if (by === 1 && more && headings[next]?.id === 'undeclared-title') more.click();
  else go(headings[Math.max(0, next)]);
}

addEventListener('keydown', ({ key, ctrlKey, altKey, metaKey }) => {
  if (ctrlKey || altKey || metaKey) return;
  if (key === 'n' || key === 'N') step(1);
  if (key === 'p' || key === 'P') step(-1);
});

addEventListener('scroll', () => {
  const state = host.getState();
  if (state) host.setState({ ...state, scroll: scrollY });
});

addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  words = data.words;
  status.textContent = data.status;
  switch (data.shows) {
    case 'reading':
      if (!main.hasChildNodes()) main.append(make('p', { class: 'note' }, data.message));
      break;
    case 'all': {
      const items = JSON.stringify([data.answer, data.title]);
      host.setState({ ...data.state, scroll: data.isFresh ? 0 : (host.getState()?.scroll ?? 0) });
      if (data.isFresh) document.getElementById('undeclared')?.remove();
      if (items !== drawn) showAll(data.answer, data.title, data.sum);
      drawn = items;
      break;
    }
    case 'more':
      host.setState({ ...data.state, scroll: scrollY });
      drawn = '';
      showMore(data.answer, data.skip);
      break;
    case 'undeclared':
      showUndeclared(data.answer, data.notes);
      break;
    case 'failure':
      drawn = '';
      showFailure(data.message);
  }
});

ask({ asks: 'all' });
