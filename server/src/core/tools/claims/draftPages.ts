/** Pages that are not in the codex yet: read as a question is given them, and laid over the canon as if they had been saved. */
import { type Canon, entryAt, withEntries } from '../../canon';
import { CODEX_FILE } from '../../codex/codexShapes';
import { entryFilter } from '../../codex/pathRules';
import type { Entry } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { LONGEST } from '../../text/fits';
import type { Result } from '../asked/question';

/** A page as it would be saved. */
export interface DraftPage {
  /** From the root of the codex, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Pages laid over a canon. */
export interface Drafted {
  /** In the order given. */
  readonly pages: readonly DraftPage[];
  readonly canon: Canon;
  /** What the pages are in it. */
  readonly entries: readonly Entry[];
}

/** What is accepted, for whoever gave something else. */
const ACCEPTED = ['[{"path": "people/maric.md", "text": "---\\n…"}]'];

const refused = (message: string, given: string) =>
  ({ ok: false, failure: { code: 'bad-page', message, given, accepted: ACCEPTED } }) as const;

/** Given as JSON: a list of `{path, text}`, or one of them. */
export function readDraftPages(given: string): Result<readonly DraftPage[]> {
  let read: unknown;
  try {
    read = JSON.parse(given);
  } catch {
    // Whoever asks is told what is accepted instead.
    return refused('The pages are no JSON: give a list, each page with its "path" and its whole "text".', given);
  }
  const pages: DraftPage[] = [];
  for (const one of Array.isArray(read) ? (read as readonly unknown[]) : [read]) {
    if (!isPage(one)) return refused('Each page needs a "path" and a "text", both in quotes.', JSON.stringify(one));
    pages.push({ path: withSlashes(one.path), text: one.text });
  }
  return pages.length > 0 ? { ok: true, value: pages } : refused('No page was given: name at least one.', given);
}

const isPage = (one: unknown): one is DraftPage =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as Partial<DraftPage>).path === 'string' &&
  typeof (one as Partial<DraftPage>).text === 'string';

const withSlashes = (path: string): string =>
  path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');

/** The canon as it would be with these pages, or why one of them can be no page of the codex. */
export function draftedOn(canon: Canon, pages: readonly DraftPage[]): Result<Drafted> {
  const isEntry = entryFilter(canon.codex);
  const entries = new Map<string, Entry>();
  for (const { path, text } of pages) {
    const why = entries.has(path) ? 'it is given twice.' : whyNoPage(path, text, isEntry);
    if (why !== null) return refused(`"${path}" can't be tried: ${why}`, path);
    entries.set(path, readEntry(path, text, canon.codex));
  }
  return { ok: true, value: { pages, canon: withEntries(canon, entries), entries: [...entries.values()] } };
}

function whyNoPage(path: string, text: string, isEntry: (path: string) => boolean): string | null {
  if (path === CODEX_FILE)
    return 'only pages can. Save codex.yaml, and ask `retcon diff` what has changed since a commit.';
  const parts = path.split('/');
  if (/^[a-z]:/i.test(path) || parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'it is no path inside the codex. Write it from the root of the codex, such as people/maric.md.';
  if (!/\.md$/i.test(path)) return 'a page is a file that ends with .md.';
  if (!isEntry(path)) return 'codex.yaml, or the name of its folder, leaves it out. Say another path.';
  return text.length > LONGEST ? 'it is longer than 4 MB. Split it.' : null;
}

/** Whether a page would take the place of one that is there. */
export const isKnownPage = (canon: Canon, { path }: DraftPage): boolean => entryAt(canon, path) !== undefined;
