/** Lenses as LSP has them, on the first line; the last good ones stay while the YAML under the caret is broken. */
import type { CodeLens } from 'vscode-languageserver';
import { isBroken } from '../../core/entry/entry';
import { type Lens, lensesOf } from '../../core/reading/lens';
import { nameSpan } from '../../core/rules/relatedPlaces';
import type { Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { lineIndexes } from '../convert/codexLines';
import { rangeOf, uriIn } from '../convert/uris';
import { runsCommands } from '../convert/announced';
import { showing } from './commands';
import { entryOfView, hrefAt } from './renderContext';

export interface Lenses {
  /** The lenses of a document; null where it has none to show yet. @param file absolute, or the URI of what is no file */
  of(codex: LiveCodex, uri: string, file: string): CodeLens[] | null;
  /** Whether a document would show other lenses now than it was last given. */
  isStale(codex: LiveCodex, uri: string, file: string): boolean;
  forget(uri: string): void;
}

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function makeLenses(desk: Desk): Lenses {
  const good = new Map<string, CodeLens[]>();
  const given = new Map<string, string>();
  const now = (codex: LiveCodex, uri: string, file: string): CodeLens[] | null => {
    const entry = codex.entryAt(file);
    const last = good.get(uri);
    if (!codex.isReady) return last ?? null;
    if (!entry) return [];
    if (last && isBroken(entry)) return last;
    const lenses = lensesOf(desk.viewOf(codex), entry).map((lens) => toCodeLens(desk, codex, uri, lens));
    good.set(uri, lenses);
    return lenses;
  };
  return {
    of(codex, uri, file) {
      const lenses = now(codex, uri, file);
      given.set(uri, JSON.stringify(lenses));
      return lenses;
    },
    isStale: (codex, uri, file) => given.has(uri) && given.get(uri) !== JSON.stringify(now(codex, uri, file)),
    forget(uri) {
      good.delete(uri);
      given.delete(uri);
    },
  };
}

/**
 * For an editor that has none of our commands: the server shows the entry that the lens names, or else the page that the lens is
 * on.
 */
function toPlainLens(desk: Desk, codex: LiveCodex, uri: string, { words, does }: Lens): CodeLens {
  const told = does?.kind === 'compare' ? does.before : does?.kind === 'fork' ? does.old : does?.entry;
  const today = told && entryOfView(codex, desk.viewOf(codex), told);
  if (!today) return { range: TOP, command: showing(words, { uri }) };
  const range = rangeOf(lineIndexes(codex)(today.path), nameSpan(today));
  return { range: TOP, command: showing(`${words} · show`, { uri: uriIn(codex, today.path), range }) };
}

function toCodeLens(desk: Desk, codex: LiveCodex, own: string, one: Lens): CodeLens {
  if (!runsCommands(desk)) return toPlainLens(desk, codex, own, one);
  const { title, does } = one;
  const view = desk.viewOf(codex);
  const uriTold = hrefAt(desk, codex, view);
  const lens = (command: string, ...given: readonly unknown[]): CodeLens => ({
    range: TOP,
    command: { title, command, ...(given.length > 0 && { arguments: [...given] }) },
  });
  if (does?.kind === 'compare') {
    const [before, after] = [uriTold(does.before), uriTold(does.after)];
    return before !== null && after !== null ? lens('retcon.compare', before, after, does.title) : lens('');
  }
  if (does?.kind === 'fork') {
    const [old, ...by] = [does.old, ...does.by].map(uriTold);
    return old != null && !by.includes(null) ? lens('retcon.lookAtFork', old, by, does.title) : lens('');
  }
  const uri = does && uriTold(does.entry);
  if (!does || uri === null) return lens('');
  const today = entryOfView(codex, view, does.entry);
  const range = today && rangeOf(lineIndexes(codex)(today.path), nameSpan(today));
  return lens('retcon.open', uri, ...(range ? [range] : []));
}
