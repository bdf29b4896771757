/** Answers to those who look for an entry by its name, in all codices. */
import {
  LSPErrorCodes,
  type Range,
  ResponseError,
  type ResultProgressReporter,
  type WorkspaceSymbol,
} from 'vscode-languageserver';
import { nowOf } from '../../core/reading/viewpoint';
import { entriesCalled, type NamedEntry } from '../../core/reading/symbolSearch';
import { nameSpan } from '../../core/rules/relatedPlaces';
import { lineIndex } from '../../core/text/lines';
import type { Area, Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { inWorkspace, marksOf } from '../convert/kinds';
import { pathOfUri, rangeOf, uriIn } from '../convert/uris';
import { inSlices, turn } from '../session/slices';

/** More than anybody reads; what is typed next narrows them. */
const MOST = 200;
const TOP: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export const answerWorkspaceSymbols: Area = (desk) => {
  const { connection } = desk;
  connection.onWorkspaceSymbol(async ({ query }, token, _, partial) => {
    desk.settle();
    const found: WorkspaceSymbol[] = [];
    // The library's types know the older kind of symbol only.
    const reporter: ResultProgressReporter<WorkspaceSymbol[]> | undefined = partial;
    for (const codex of desk.codices.all()) {
      await turn();
      const entries = await inSlices(
        entriesCalled(nowOf(codex.canon), query, MOST),
        () => !token.isCancellationRequested,
      );
      if (!entries || token.isCancellationRequested)
        throw new ResponseError(LSPErrorCodes.RequestCancelled, 'no longer asked');
      const symbols = entries.map((named) => toSymbol(desk, codex, named));
      if (reporter) reporter.report(symbols);
      else found.push(...symbols);
    }
    return found;
  });
  connection.onWorkspaceSymbolResolve((symbol) => {
    desk.settle();
    const { uri } = symbol.location;
    const codex = desk.codices.of(uri);
    const entry = codex?.entryAt(pathOfUri(uri) ?? uri);
    return { ...symbol, location: { uri, range: codex && entry ? rangeIn(codex, entry) : TOP } };
  });
  return { workspaceSymbolProvider: { resolveProvider: true } };
};

/** Where an editor can ask for the place later, the file is read only then. */
function toSymbol(
  desk: Desk,
  codex: LiveCodex,
  { entry, name, container, kind, isReplaced }: NamedEntry,
): WorkspaceSymbol {
  const isLazy = desk.editor.workspace?.symbol?.resolveSupport?.properties.includes('location.range') === true;
  const uri = uriIn(codex, entry.path);
  return {
    name,
    ...marksOf(inWorkspace(desk), kind, isReplaced),
    containerName: container,
    location: isLazy ? { uri } : { uri, range: rangeIn(codex, entry) },
  };
}

const rangeIn = (codex: LiveCodex, entry: NamedEntry['entry']): Range =>
  rangeOf(lineIndex(codex.currentText(entry.path) ?? ''), nameSpan(entry));
