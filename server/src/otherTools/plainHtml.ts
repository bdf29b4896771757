/** The author's own HTML in prose: tags that only arrange words stay, without their attributes; all others are words. */

/** Tags that lead nowhere, load nothing and run nothing. */
const PLAIN = new Set(
  `b blockquote br center code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p
  pre s small span strong sub summary sup table tbody td tfoot th thead tr u ul`.split(/\s+/),
);

/** Tags whose words alone are of use here. */
const LEFT_OUT = new Set([
  'a',
  'font',
  'abbr',
  'wbr',
  'nobr',
  'section',
  'article',
  'aside',
  'header',
  'footer',
  'main',
]);

/** Tags that hold nothing, and end where they begin. */
const EMPTY = new Set(['br', 'hr', 'img', 'input']);

const TAG = /<(\/?)([a-z][a-z0-9]*)(?:[\s/][^<>]*)?>/gi;

/** How one of the author's tags is marked until it is known what it stands in. No text has such a sign: there it is `&#60;`. */
const OWN = '<~';

/**
 * Tags and words as they stand in prose. The tags that stay are marked, for `withPairs` to put right.
 *
 * @param wordsHtml the words between two tags as HTML
 */
export function plainHtml(text: string, wordsHtml: (words: string) => string): string {
  let html = '';
  let end = 0;
  for (const { 0: raw, 1: slash = '', 2: written = '', index } of text.matchAll(TAG)) {
    const name = written.toLowerCase();
    if (!PLAIN.has(name) && !LEFT_OUT.has(name)) continue;
    html += wordsHtml(text.slice(end, index)) + (PLAIN.has(name) ? `${OWN}${slash}${name}>` : '');
    end = index + raw.length;
  }
  return html + wordsHtml(text.slice(end));
}

const ANY = /<(~?)(\/?)([a-z][a-z0-9]*)[^<>]*>/g;

/** The author's tags in each other, beyond which they are only words: nobody sees more. */
const MOST_NESTED = 100;

/** HTML in which each of the author's tags is closed within the element that it stands in, and closes nothing else. */
export function withPairs(html: string): string {
  if (!html.includes(OWN)) return html;
  /** The open tags of the author, for each element of ours that is open. */
  const open: string[][] = [[]];
  const closed = (names: readonly string[]): string =>
    names
      .toReversed()
      .map((name) => `</${name}>`)
      .join('');
  const whole = html.replace(ANY, (tag, mark: string, slash: string, name: string) => {
    const inner = open.at(-1) ?? [];
    const isEnd = slash !== '';
    if (EMPTY.has(name)) return isEnd ? '' : mark === '' ? tag : `<${name}>`;
    if (mark === '') {
      if (!isEnd) open.push([]);
      return isEnd ? closed(open.pop() ?? []) + tag : tag;
    }
    if (isEnd) {
      const at = inner.lastIndexOf(name);
      return at === -1 ? '' : closed(inner.splice(at));
    }
    if (inner.length === MOST_NESTED) return '';
    inner.push(name);
    return `<${name}>`;
  });
  return whole + closed(open.flat());
}
