/** The page of an edition: finds the pages that contain all typed words, and marks the current page in the list. */

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const all = (what: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(what)];

const search = byId('-search') as HTMLInputElement;
const contents = byId('-contents') as HTMLDetailsElement;
const found = byId('-found');
const time = document.getElementById('-time');
const links = new Map(all('nav a').map((link) => [decodeURIComponent(link.getAttribute('href') ?? ''), link]));

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Read at the first search: a world may be long. */
let texts: ReadonlyMap<HTMLElement, string> | null = null;

function show(): void {
  const words = folded(search.value).split(/\s+/).filter(Boolean);
  texts ??= new Map(all('article').map((article) => [article, folded(article.textContent)]));
  let count = 0;
  for (const [article, text] of texts) {
    const isFound = words.every((word) => text.includes(word));
    article.hidden = !isFound;
    const row = links.get(`#${article.id}`)?.parentElement;
    if (row) row.hidden = !isFound;
    if (isFound) count++;
  }
  const isSearched = words.length > 0;
  for (const chapter of all('.chapter')) chapter.hidden = !chapter.querySelector('article:not([hidden])');
  for (const group of all('#-contents details')) group.hidden = !group.querySelector('li:not([hidden])');
  for (const one of [time, links.get('#-time')]) if (one) one.hidden = isSearched;
  found.textContent = !isSearched ? '' : count > 0 ? counted(count) : `No page has “${search.value.trim()}”. `;
  if (!isSearched) return;
  found.append(' ', again());
  found.scrollIntoView({ block: 'nearest' });
}

const counted = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;

function again(): HTMLElement {
  const button = document.createElement('button');
  button.textContent = 'Show all pages';
  button.addEventListener('click', () => {
    showAll();
    search.focus();
  });
  return button;
}

function showAll(): void {
  search.value = '';
  show();
}

search.addEventListener('input', show);
search.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') showAll();
  if (key === 'Enter') document.querySelector('article:not([hidden])')?.scrollIntoView();
});

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === search) return;
  event.preventDefault();
  search.focus();
});

addEventListener('hashchange', () => {
  // A link leads to a page that the search has hidden: all pages are shown again.
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place?.closest('[hidden]')) return;
  showAll();
  place.scrollIntoView();
});

/** Beside the pages their list is open; above them, on a narrow screen, the reader opens it. */
const narrow = matchMedia('(max-width: 52rem)');
const fold = (): void => {
  contents.open = !narrow.matches;
};
narrow.addEventListener('change', fold);
fold();
contents.addEventListener('click', ({ target }) => {
  if (narrow.matches && target instanceof HTMLAnchorElement) contents.open = false;
});

/** Marks the page at the top of the window in the list. */
let current: HTMLElement | undefined;
const watcher = new IntersectionObserver(
  (seen) => {
    const link = seen.findLast(({ isIntersecting }) => isIntersecting)?.target.id;
    if (link === undefined) return;
    current?.removeAttribute('aria-current');
    current = links.get(`#${link}`);
    current?.setAttribute('aria-current', 'true');
    if (!narrow.matches) current?.scrollIntoView({ block: 'nearest' });
  },
  { rootMargin: '0px 0px -80% 0px' },
);
const articles = all('article');
for (const article of articles) watcher.observe(article);
document.body.classList.toggle('many', articles.length > 300);
