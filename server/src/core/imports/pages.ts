/** Makes pages of what was imported: a name for each, its frontmatter, and its prose with the links that other pages' names make. */
import { slug } from '../entry/slug';
import { addTo } from '../text/groups';
import { OWN_LAYOUT, pairText } from '../yaml/writeYaml';
import { isList, type YamlValue } from '../yaml/tree';
import type { ImportedFact, ImportedItem, ImportedSection, ImportedWorld, Mark } from './world';

/** The key under which a page keeps what its source calls it by. */
const SOURCE_KEY = 'source_id';

const LONGEST_NAME = 100;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|index|_index|readme)$/i;

/** A name as a file and a link can have it. */
export function fileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{C}\\/:*?"<>|#^[\]]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .replace(/[\s.]+$|^[\s.]+/g, '')
    .replace(/[\uD800-\uDBFF]$/, '');
  return plain === '' ? 'Untitled' : RESERVED.test(plain) ? `${plain} page` : plain;
}

/** The parts of a wanted path, each as a file can be called. */
const folderName = (folder: string): string =>
  folder
    .split('/')
    .filter((part) => part !== '')
    .map(fileName)
    .join('/');

/** Where each item's page lies, by source id. @param known where those of an earlier import lie now */
export function placesOf(
  items: readonly ImportedItem[],
  known: ReadonlyMap<string, string>,
  isTaken: (path: string) => boolean,
): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const ids = new Set<string>();
  for (const { id } of items) {
    const path = known.get(id);
    if (path === undefined) continue;
    places.set(id, path);
    ids.add(idOf(path));
  }
  for (const { id, title, folder, type } of items) {
    if (places.has(id)) continue;
    const [name, inFolder] = [fileName(title), folderName(folder)];
    const at = (one: string): string => (inFolder === '' ? `${one}.md` : `${inFolder}/${one}.md`);
    const isFree = (one: string): boolean => !ids.has(slug(one)) && !isTaken(at(one));
    let free = [name, `${name} (${fileName(type ?? 'page')})`].find(isFree);
    for (let n = 2; free === undefined; n++) if (isFree(`${name} ${n}`)) free = `${name} ${n}`;
    places.set(id, at(free));
    ids.add(slug(free));
  }
  return places;
}

/** The name of a page as links have it. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:md|markdown)$/i, '');

const idOf = (path: string): string => slug(nameOf(path));

export interface PageContext {
  readonly world: ImportedWorld;
  readonly places: ReadonlyMap<string, string>;
  readonly markdownOf: (html: string) => string;
  /** The source ids of hidden items: a fact that names one is hidden too. */
  readonly hidden: ReadonlySet<string>;
}

/** The keys of a page, and its prose. */
export function pageParts(item: ImportedItem, context: PageContext): Page {
  const prose = item.sections.map((section) => sectionText(section, context)).filter((text) => text !== '');
  return { pairs: pairsOf(item, context), prose: prose.join('\n\n') };
}

interface Page {
  readonly pairs: readonly (readonly [string, YamlValue])[];
  readonly prose: string;
}

/** The whole page. */
export const pageText = ({ pairs, prose }: Page): string =>
  `---\n${pairs.map(([key, value]) => pairText(key, value, 0, OWN_LAYOUT)).join('\n')}\n---\n${prose === '' ? '' : `\n${prose}\n`}`;

function pairsOf(item: ImportedItem, context: PageContext): Page['pairs'] {
  const { id, title, type, aliases = [], tags = [], date, until, through, isHidden, keys = [] } = item;
  const facts = item.facts.map((fact) => ({
    ...fact,
    isHidden: !isHidden && (fact.isHidden === true || (fact.to !== undefined && context.hidden.has(fact.to))),
  }));
  const open = new Map<string, string[]>();
  for (const fact of facts) if (!fact.isHidden) addTo(open, fact.attribute, valueText(fact, context));
  const entity = idOf(context.places.get(id) ?? title);
  const attributes = [...open].map(
    ([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values] as const,
  );
  const secret = facts
    .filter((fact) => fact.isHidden)
    .map((fact) => ({ entity, attribute: fact.attribute, value: valueText(fact, context), known_by: 'nobody' }));
  const rows: readonly (readonly [string, YamlValue | null | undefined])[] = [
    ['title', oneLine(title)],
    [SOURCE_KEY, id],
    ['type', type],
    ['aliases', aliases.map(oneLine)],
    ['tags', tags],
    ['date', date],
    ['through', through],
    ['until', until],
    ['known_by', isHidden ? 'nobody' : null],
    ...keys,
    ['attributes', attributes.length === 0 ? null : Object.fromEntries(attributes)],
    ['facts', secret],
  ];
  const isSaid = (value: YamlValue | null | undefined) => value != null && !(isList(value) && value.length === 0);
  return rows.filter((row): row is readonly [string, YamlValue] => isSaid(row[1]));
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The value as the frontmatter holds it: a link where it is an item that has a page. */
function valueText({ value, to }: ImportedFact, { places }: PageContext): string {
  const path = to === undefined ? undefined : places.get(to);
  return path === undefined ? value : `[[${nameOf(path)}]]`;
}

function sectionText({ heading, html, isHidden }: ImportedSection, context: PageContext): string {
  const markdown = context.markdownOf(html).trim();
  const prose = context.world.marks.filled(markdown, (mark) => markText(mark, context)).trim();
  if (prose === '') return '';
  if (isHidden) return callout('secret', heading ?? '', prose);
  return heading === null ? prose : `## ${oneLine(heading)}\n\n${prose}`;
}

/** Prose as a callout. */
const callout = (sort: string, title: string, prose: string): string =>
  [`[!${sort}] ${oneLine(title)}`.trimEnd(), ...prose.split('\n')]
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

function markText(mark: Mark, { places }: PageContext): string {
  if (mark.kind === 'callout') return `[!${mark.sort}] ${oneLine(mark.title)}`.trimEnd();
  if (mark.kind === 'picture') return `![[${mark.path}]]`;
  const path = places.get(mark.to);
  const words = oneLine(mark.words).replace(/[[\]|]/g, ' ');
  if (path === undefined) return words;
  const name = nameOf(path);
  return words === '' || words === name ? `[[${name}]]` : `[[${name}|${words}]]`;
}
