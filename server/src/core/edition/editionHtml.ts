/** Renders an edition as one HTML page that works by itself: it can be searched, contains its pictures, and loads nothing. */
import { resolve } from '../canon';
import { ownPage } from '../picture/paint/pictureFile';
import { escaped } from '../picture/paint/svg';
import { prepare } from '../picture/timeline/prepare';
import { wholeTimelineSvg } from '../picture/timeline/timelineDrawing';
import { declaredElsewhere, readShared } from './articleParts';
import type { Edition } from './edition';
import {
  articleHtml,
  type Chapter,
  htmlPlaces,
  worldName,
  linkHtml,
  type PlacedPages,
  type ProseParts,
} from './htmlProse';
import { knownTo } from './readership';

/** The parts that the page is built with. */
export interface HtmlParts extends ProseParts {
  readonly script: string;
  readonly style: string;
  /** The folder of the codex, which gives the world its name. */
  readonly folder: string;
  /** The timeline as SVG; null if there is none. */
  readonly timeline: string | null;
}

/** A picture with more things than this is unreadable. */
const MOST_DRAWN = 3000;
/** The width of the timeline in pixels: it fits into a window of a usual size. */
const WIDTH = 1200;

/** The timeline of an edition as SVG; null if there is none, or it is too large. */
export function drawnTimeline({ timeline, readership }: Edition): string | null {
  if (timeline === null) return null;
  const drawn = timeline.lanes.reduce((n, { spans }) => n + spans.length, timeline.events.length);
  const isDrawn = 0 < drawn && drawn <= MOST_DRAWN;
  return isDrawn
    ? wholeTimelineSvg(prepare(timeline), `Time, as ${readership.knower} may know it`, 'auto', WIDTH)
    : null;
}

const EDITION_MARK = '<!-- an edition by Retcon -->';

/** Anchors of the page itself begin with `-`, as no page's anchor does. */
export function editionHtml(edition: Edition, parts: HtmlParts): Promise<string> {
  const { readership, pages } = edition;
  const { chapters, anchors } = htmlPlaces(edition);
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const placed: PlacedPages = {
    known: knownTo(readership),
    parts,
    pageAt: (path) => byPath.get(path),
    anchorAt: (path) => anchors.get(path),
  };
  const anchorOf = (path: string): string => anchors.get(path) ?? '';
  const read = pages.map((page) => readShared(readership, page, anchorOf(page.path)));
  const said = declaredElsewhere(placed, read);
  const articles = new Map(read.map((one) => [one.page.path, one]));
  const articleAt = (path: string, level: number): string => {
    const one = articles.get(path);
    return one ? articleHtml(placed, one, said, level) : '';
  };
  const world = worldName(parts.folder);
  const knower = nameOfKnower(placed, readership.knower);
  const main = chapters.map((chapter) => chapterHtml(chapter, articleAt)).join('\n');
  const body = `<body>
<a class="skip" href="#-pages">Skip to the pages</a>
<div class="book">
<header>
<p>What ${escaped(knower)} may know</p>
<h1>${escaped(world)}</h1>
<p>${readership.until ? `${escaped(readership.until.text)} · ` : ''}${pages.length} ${pages.length === 1 ? 'page' : 'pages'}</p>
</header>
<nav aria-label="Contents">
<div role="search"><label for="-search">Search</label> <input id="-search" type="search" placeholder="Search" autocomplete="off"></div>
<details id="-contents" open><summary>Contents</summary>
${chapters.map((chapter) => contentsHtml(chapter, anchorOf)).join('\n')}
${parts.timeline === null ? '' : '<p><a href="#-time">Time</a></p>'}
</details>
</nav>
<main id="-pages" tabindex="-1">
<p id="-found" role="status"></p>
${withWholeLinks(main)}
</main>
</div>
${parts.timeline === null ? '' : timelineSection(parts.timeline)}`;
  const { script, style } = parts;
  const title = `${world}: what ${knower} may know`;
  return ownPage({ title, script, style, mark: EDITION_MARK, images: 'data:', body });
}

/** By the title of their page, if they have one. */
function nameOfKnower({ known, pageAt }: PlacedPages, knower: string): string {
  const found = resolve(known, knower);
  return (found.kind === 'one' ? pageAt(found.entry.path)?.title : undefined) ?? knower;
}

function chapterHtml({ name, pages }: Chapter, articleAt: (path: string, level: number) => string): string {
  const articles = (level: number): string => pages.map(({ path }) => articleAt(path, level)).join('\n');
  return name === ''
    ? `<div class="chapter">\n${articles(2)}\n</div>`
    : `<div class="chapter">\n<h2>${escaped(name)}</h2>\n${articles(3)}\n</div>`;
}

function contentsHtml({ name, pages }: Chapter, anchorOf: (path: string) => string): string {
  const rows = pages.map(({ path, title }) => `<li>${linkHtml(anchorOf(path), title)}</li>`);
  const list = `<ul>\n${rows.join('\n')}\n</ul>`;
  return name === '' ? list : `<details open><summary>${escaped(name)}</summary>\n${list}\n</details>`;
}

/** A link to a missing place leads to its page instead: not every written heading exists. */
function withWholeLinks(html: string): string {
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  return html.replace(/ href="#([^"]*)"/g, (link, to: string) =>
    ids.has(to) ? link : ` href="#${to.slice(0, Math.max(0, to.indexOf('/')))}"`,
  );
}

/** The picture keeps its size, so that it stays readable, and scrolls in its own box. */
const timelineSection = (svg: string): string => `<section id="-time" aria-labelledby="-time-name">
<h2 id="-time-name">Time</h2>
<div class="time" role="group" aria-label="The picture of time" tabindex="0"><img alt="The facts and events of the codex on a line of time" src="data:image/svg+xml,${encodeURIComponent(svg)}"></div>
</section>`;
