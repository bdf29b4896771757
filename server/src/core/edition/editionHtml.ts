/** An edition as one page of HTML that works by itself: it can be searched, has its pictures in it, and loads nothing. */
import { resolve } from '../canon';
import { readBody } from '../entry/body';
import { linkLabel } from '../entry/inline';
import { readEntry } from '../entry/readEntry';
import { ownPage } from '../picture/paint/pictureFile';
import { prepare } from '../picture/timeline/prepare';
import { wholeTimelineSvg } from '../picture/timeline/timelineSvg';
import { escaped } from '../picture/paint/svg';
import type { Edition } from './edition';
import { picturesIn, type FindPicture } from './pictures';
import { knownTo } from './readership';
import { type SharedPage, textOfPage } from './sharedPage';

/** What the page is made with. */
export interface HtmlParts {
  readonly script: string;
  readonly style: string;
  /** Prose as HTML without the HTML in it; pictures are called `picture:` and a number. */
  readonly renderMarkdown: (text: string) => string;
  readonly findPicture: FindPicture;
  /** A picture of the codex as a `data:` address. */
  readonly pictureData: (from: string) => string;
  /** The picture of time as SVG; null: there is none. */
  readonly timeline: string | null;
}

/** More things than this make no picture that anybody reads. */
const MOST_DRAWN = 3000;

/** The picture of time of an edition as SVG; null where there is none, or too much of it. */
export function drawnTimeline({ timeline, readership }: Edition): string | null {
  if (timeline === null) return null;
  const drawn = timeline.lanes.reduce((n, { spans }) => n + spans.length, timeline.events.length);
  const isDrawn = 0 < drawn && drawn <= MOST_DRAWN;
  return isDrawn ? wholeTimelineSvg(prepare(timeline), `Time, as ${readership.knower} may know it`) : null;
}

export const EDITION_MARK = '<!-- an edition by Retcon -->';

export function editionHtml(edition: Edition, parts: HtmlParts): Promise<string> {
  const { readership, pages } = edition;
  const places = new Map(pages.map(({ path }, i) => [path, `p${i}`]));
  const sorted = [...pages].sort((a, b) => a.title.localeCompare(b.title, 'en'));
  const list = sorted.map((page) => `<li><a href="#${places.get(page.path)}">${escaped(page.title)}</a></li>`);
  const time = parts.timeline === null ? '' : timelineSection(parts.timeline);
  const body = `<body>
<nav aria-label="Pages">
<p><label for="search">Search</label> <input id="search" type="search"></p>
<p id="found" role="status"></p>
<ul>
${time === '' ? '' : '<li><a href="#time">Time</a></li>\n'}${list.join('\n')}
</ul>
</nav>
<main>
${sorted.map((page) => article(edition, page, places, parts)).join('\n')}
${time}
</main>`;
  const { script, style } = parts;
  const title = `What ${readership.knower} may know`;
  return ownPage({ title, script, style, mark: EDITION_MARK, images: 'data:', body });
}

const timelineSection = (svg: string): string =>
  `<section id="time"><h1>Time</h1><img alt="What was told, on a line of time" src="data:image/svg+xml,${encodeURIComponent(svg)}"></section>`;

type Places = ReadonlyMap<string, string>;

function article(edition: Edition, page: SharedPage, places: Places, parts: HtmlParts): string {
  const [linked, pictures] = withPlaces(edition, page, places, parts);
  const html = parts
    .renderMarkdown(linked)
    .replace(/ src="picture:(\d+)"/g, (_, i: string) => ` src="${pictures[Number(i)] ?? 'data:,'}"`);
  const heading = /^\s*<h1[\s>]/.test(html) ? '' : `<h1>${escaped(page.title)}</h1>\n`;
  return `<article id="${places.get(page.path)}">\n${heading}${details(edition, page)}${html}</article>`;
}

/** What is known beside the prose: read from the page as it is shared, which holds nothing else. */
function details({ readership: { whole } }: Edition, page: SharedPage): string {
  const { type, date, facts } = readEntry(page.path, textOfPage(page), whole.codex);
  const rows: [string, string][] = [];
  if (type?.span) rows.push(['type', type.text]);
  if (date) rows.push(['date', date.text]);
  for (const { entity, attribute, value, from, until } of facts) {
    const when = [from && `from ${from.text}`, until && `${until.inclusive ? 'through' : 'until'} ${until.text}`];
    const of = entity ? `${attribute.text} of ${entity.text}` : attribute.text;
    rows.push([of, [value.text, ...when.flatMap((words) => words ?? [])].join(', ')]);
  }
  if (rows.length === 0) return '';
  return `<dl>${rows.map(([name, words]) => `<dt>${escaped(name)}</dt><dd>${escaped(words)}</dd>`).join('')}</dl>\n`;
}

/** The prose with links that lead to places of this one page, and the pictures that it shows. */
function withPlaces(
  { readership }: Edition,
  { body, path }: SharedPage,
  places: Places,
  { findPicture, pictureData }: HtmlParts,
): readonly [body: string, pictures: readonly string[]] {
  const known = knownTo(readership);
  const pictures: string[] = [];
  const named = picturesIn(body).flatMap(({ target, start, end, words }) => {
    const file = findPicture(target, path);
    if (file === undefined) return [];
    pictures.push(pictureData(file));
    return [{ start, end, text: `![${plain(words)}](picture:${pictures.length - 1})` }];
  });
  const links = readBody(body, 0).links.flatMap(({ kind, target, span }) => {
    const found = resolve(known, target);
    const place = found.kind === 'one' ? places.get(found.entry.path) : undefined;
    const written = body.slice(span.start, span.end);
    const label = linkLabel(written, kind) ?? target;
    return [{ ...span, text: place === undefined ? label : `[${plain(label)}](#${place})` }];
  });
  const edits = [...named, ...links].sort((a, b) => a.start - b.start);
  let [text, at] = ['', 0];
  for (const edit of edits) {
    if (edit.start < at) continue;
    text += body.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return [text + body.slice(at), pictures];
}

/** Words between brackets. */
const plain = (words: string): string => words.replace(/[[\]\\]/g, '\\$&');
