/** Lenses as LSP has them, on the first line; the last good ones stay while the YAML under the caret is broken. */
import type { CodeLens } from 'vscode-languageserver/node';
import type { Entry } from '../core/entry/entry';
import { type Lens, lensesOf } from '../core/features/lens';
import { nameSpan } from '../core/rules/places';
import type { LiveCodex } from './liveCodex';
import { lineIndexes } from './diagnostics';
import { rangeOf, uriIn } from './places';

export interface Lenses {
  /** The lenses of a document; null where it has none to show yet. @param file absolute, or the URI of what is no file */
  of(codex: LiveCodex, uri: string, file: string): CodeLens[] | null;
  forget(uri: string): void;
}

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function makeLenses(): Lenses {
  const good = new Map<string, CodeLens[]>();
  return {
    of(codex, uri, file) {
      const entry = codex.entryAt(file);
      const last = good.get(uri);
      if (!codex.isReady) return last ?? null;
      if (!entry) return [];
      if (last && isBroken(entry)) return last;
      const lenses = lensesOf(codex.known, entry).map((lens) => toCodeLens(codex, lens));
      good.set(uri, lenses);
      return lenses;
    },
    forget: (uri) => void good.delete(uri),
  };
}

const isBroken = (entry: Entry): boolean => entry.problems.some(({ code }) => code === 'frontmatter/invalid-yaml');

function toCodeLens(codex: LiveCodex, { title, does }: Lens): CodeLens {
  if (does === null) return { range: TOP, command: { title, command: '' } };
  if (does.kind === 'compare') {
    const [before, after] = [does.before, does.after].map((entry) => uriIn(codex, entry.path));
    return { range: TOP, command: { title, command: 'retcon.compare', arguments: [before, after, does.title] } };
  }
  const range = rangeOf(lineIndexes(codex)(does.entry.path), nameSpan(does.entry));
  return { range: TOP, command: { title, command: 'retcon.open', arguments: [uriIn(codex, does.entry.path), range] } };
}
