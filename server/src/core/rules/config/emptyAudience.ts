/** A pattern under codex.yaml's `audience` that no page fits: what it was meant to hide is open to everyone. */
import { type Known, pathsOf } from '../../canon';
import { CODEX_FILE, type Placed } from '../../codex/codexShapes';
import { fromRoot, globTest } from '../../codex/globs';
import { nearest } from '../../text/nearNames';
import type { Problem } from '../../text/problem';
import { quoted } from '../../text/wordLists';
import { CONFIG_INVALID } from './invalid';

/** @param folders the patterns, as they stand there */
export function emptyAudience({ canon }: Known, folders: readonly Placed[]): Problem[] {
  if (folders.length === 0) return [];
  const paths = pathsOf(canon);
  const wanted = folders.filter(({ text }) => !paths.some(globTest([text], true)));
  if (paths.length === 0 || wanted.length === 0) return [];
  const places = new Set(paths.flatMap(foldersAbove));
  return wanted.map((one) => problemAt(one, nearPattern(one.text, places)));
}

/** Every folder in which a page lies, directly or not. */
const foldersAbove = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

const HAS_STARS = /[*?[\]{}!]/;

/** The same pattern for the folder whose name is nearest to the one that it begins with. */
function nearPattern(written: string, places: ReadonlySet<string>): string | null {
  const parts = fromRoot(written).split('/');
  const end = parts.findIndex((part) => HAS_STARS.test(part));
  const folder = parts.slice(0, end < 0 ? parts.length : end);
  const near = folder.length === 0 ? null : nearest(folder.join('/'), places);
  return near === null ? null : [near, ...parts.slice(folder.length)].join('/');
}

function problemAt({ text, span }: Placed, near: string | null): Problem {
  const { code } = CONFIG_INVALID;
  const message = `No page lies in "${quoted(text)}", so this counts for pictures at most`;
  if (near === null) return { code, span, severity: 'info', message: `${message}: is the folder called otherwise?` };
  const edits = [{ file: CODEX_FILE, span, text: near }];
  const fixes = [{ title: `Change to ${quoted(near)}`, edits }];
  return { code, span, severity: 'warning', message: `${message}. Did you mean "${quoted(near)}"?`, fixes };
}
