/** The page of an edition: finds the pages that hold all words that are typed. */

const search = document.getElementById('search') as HTMLInputElement;
const found = document.getElementById('found') as HTMLElement;

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const pages = [...document.querySelectorAll('article')].map((article) => ({
  article,
  row: document.querySelector(`a[href="#${article.id}"]`)?.parentElement ?? null,
  text: folded(article.textContent),
}));

search.addEventListener('input', () => {
  const words = folded(search.value).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { article, row, text } of pages) {
    const isFound = words.every((word) => text.includes(word));
    article.hidden = !isFound;
    if (row) row.hidden = !isFound;
    if (isFound) count++;
  }
  found.textContent = words.length === 0 ? '' : `${count} ${count === 1 ? 'page' : 'pages'}`;
});

addEventListener('hashchange', () => {
  // A link leads to a page that the search has put away: all are there again.
  const article = document.getElementById(location.hash.slice(1));
  if (article?.hidden !== true) return;
  search.value = '';
  search.dispatchEvent(new Event('input'));
  article.scrollIntoView();
});
