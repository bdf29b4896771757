/** Answers to those who look for something within a document: its outline, links, mentions and folds. */
import {
  type CancellationToken,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type SelectionRange,
  type SymbolInformation,
  type CallHierarchyItem,
  type TypeHierarchyItem,
  LSPErrorCodes,
  type Range,
  ResponseError,
  type ResultProgressReporter,
  type WorkspaceSymbol,
} from 'vscode-languageserver';
import {
  foldsOf,
  landingIn,
  selectionsIn,
  outlineOf,
  type Outlined,
  isReplaced,
  kindOfEntry,
  entriesCalled,
  type NamedEntry,
} from '../../core/reading/symbols';
import { highlightsAt } from '../../core/reading/mentions';
import { linksOf } from '../../core/reading/inline';
import { nowOf, type Viewpoint } from '../../core/reading/viewpoint';
import { type LineIndex, lineIndex } from '../../core/text/span';
import { type Area, type Desk, guarded, guardedAt, pageAt } from '../session/desk';
import { inDocuments, marksOf, inWorkspace } from '../convert/announced';
import { rangeOf, uriIn } from '../convert/uris';
import {
  entriesAt,
  sourceItemsOf,
  newerOf,
  olderOf,
  type HierarchyItem,
  dependantsOf,
} from '../../core/reading/hierarchy';
import type { Entry } from '../../core/entry/entry';
import { nameSpan } from '../../core/rules/rule';
import type { LiveCodex } from '../session/liveCodex';
import { inSlices, turn } from '../session/slices';

export const answerNavigation: Area = (desk) => {
  const { connection } = desk;
  connection.onDocumentSymbol(async (params, token) => {
    await firstReading(desk, params.textDocument.uri, token);
    return outline(desk)(params);
  });
  connection.onDocumentLinks(async (params, token) => {
    await firstReading(desk, params.textDocument.uri, token);
    return links(desk)(params);
  });
  connection.onDocumentLinkResolve((link) => guarded(desk, 'document link', resolved(desk))(link) ?? link);
  connection.onDocumentHighlight(
    guardedAt(desk, 'highlights', ({ codex, entry, text, lines }, { position }): DocumentHighlight[] | null => {
      const found = highlightsAt(codex.known, entry, text, lines.offsetAt(position));
      // Not one of our names: the editor may show where the same word stands.
      if (found.length === 0) return null;
      return found.map(({ span, isOwn }) => ({
        range: rangeOf(lines, span),
        kind: isOwn ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      }));
    }),
  );
  connection.onFoldingRanges(
    guardedAt(desk, 'folding', ({ entry, text, lines }): FoldingRange[] => {
      const folds = new Map<number, FoldingRange>();
      for (const { span, isFrontmatter } of foldsOf(entry, text)) {
        const { start, end } = rangeOf(lines, span);
        // Of several folds that begin on one line, the outermost comes first and is the one that folds there.
        if (end.line <= start.line || folds.has(start.line)) continue;
        const kind = isFrontmatter ? { kind: FoldingRangeKind.Region } : {};
        folds.set(start.line, { startLine: start.line, endLine: end.line, ...kind });
      }
      return [...folds.values()];
    }),
  );
  connection.onSelectionRanges(
    guardedAt(desk, 'selection', ({ text, lines }, { positions }): SelectionRange[] => {
      const selectionsAt = selectionsIn(text);
      return positions.map((position) =>
        selectionsAt(lines.offsetAt(position)).reduceRight<SelectionRange>(
          (parent, span) => ({ range: rangeOf(lines, span), parent }),
          { range: rangeOf(lines, { start: 0, end: text.length }) },
        ),
      );
    }),
  );
  return {
    documentSymbolProvider: true,
    documentLinkProvider: { resolveProvider: true },
    documentHighlightProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
  };
};

/** How often is looked whether a codex has been read, in milliseconds. */
const PAUSE = 25;

/** Editors keep an outline and links until the text is changed: so they are given once every name means what it will. */
async function firstReading(desk: Desk, uri: string, token: CancellationToken): Promise<void> {
  const isRead = (): boolean => {
    const codex = desk.documents.get(uri) && desk.codices.of(uri);
    return !codex || codex.isReady || codex.failure !== null;
  };
  while (!token.isCancellationRequested && !isRead())
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE);
    });
}

const outline = (desk: Desk) =>
  guardedAt(desk, 'outline', (looked, { textDocument: { uri } }): DocumentSymbol[] | SymbolInformation[] | null => {
    const hasHeadings = desk.options.outlinesHeadings !== true;
    // What the editor outlines anyway needs nothing beside it.
    if (!hasHeadings && looked.entry.frontmatter.end === 0) return null;
    const root = outlineOf(nowOf(looked.codex.canon), looked.entry, looked.text, hasHeadings);
    if (desk.editor.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true)
      return [toSymbol(desk, looked.lines, root)];
    return [...flat(desk, looked.lines, uri, root)];
  });

function toSymbol(
  desk: Desk,
  lines: LineIndex,
  { name, detail, kind, span, nameSpan: named, isReplaced, children }: Outlined,
): DocumentSymbol {
  return {
    name,
    detail,
    ...marksOf(inDocuments(desk), kind, isReplaced),
    range: rangeOf(lines, span),
    selectionRange: rangeOf(lines, named),
    children: children.map((child) => toSymbol(desk, lines, child)),
  };
}

/** For an editor that knows no trees: each with the name of what it is in. */
function* flat(desk: Desk, lines: LineIndex, uri: string, one: Outlined, above?: string): Generator<SymbolInformation> {
  yield {
    name: one.name,
    ...marksOf(inDocuments(desk), one.kind, one.isReplaced),
    location: { uri, range: rangeOf(lines, one.nameSpan) },
    ...(above !== undefined && { containerName: above }),
  };
  for (const child of one.children) yield* flat(desk, lines, uri, child, one.name);
}

/** What a link leads to, kept with it until somebody follows it: only then its file is read. */
interface Target {
  readonly uri: string;
  readonly heading: string | null;
}

const links = (desk: Desk) =>
  guardedAt(desk, 'document links', ({ codex, entry, lines }): DocumentLink[] => {
    // They say how a page stands now, which somebody's eyes may not see.
    const hasTooltips =
      desk.editor.textDocument?.documentLink?.tooltipSupport === true && desk.viewOf(codex).eyes === null;
    return linksOf(nowOf(codex.canon), entry).flatMap(({ span, entry: target, heading, tooltip, setting }) => {
      const home = setting === null ? codex : desk.codices.inSetting(codex, setting);
      if (!home) return [];
      const data: Target = { uri: uriIn(home, target.path), heading };
      return { range: rangeOf(lines, span), ...(hasTooltips && { tooltip }), data };
    });
  });

/** The place in the file stands behind the `#`, as editors take it: line and character, counted from 1. */
const resolved =
  (desk: Desk) =>
  (link: DocumentLink): DocumentLink | null => {
    const { uri, heading } = link.data as Target;
    const page = pageAt(desk, uri);
    if (!page) return { ...link, target: uri };
    const { codex, entry } = page;
    const text = codex.currentText(entry.path) ?? '';
    const { line, character } = lineIndex(text).placeAt(landingIn(entry, text, heading).start);
    return { ...link, target: `${uri}#L${line + 1},${character + 1}` };
  };

/** Answers to those who follow an entry: the chain of its versions as types, what rests on what as calls. */
export const answerHierarchies: Area = (desk) => {
  const { typeHierarchy, callHierarchy } = desk.connection.languages;
  type Prepare = Parameters<Parameters<typeof typeHierarchy.onPrepare>[0]>[0];
  const prepare = guardedAt(desk, 'hierarchy', ({ codex, entry, text, lines }, { position }: Prepare) =>
    entriesAt(nowOf(codex.canon), entry, text, lines.offsetAt(position)).map((one) => toItem(desk, codex, one)),
  );
  typeHierarchy.onPrepare(prepare);
  callHierarchy.onPrepare(prepare);

  const versions = (step: (view: Viewpoint, entry: Entry) => readonly HierarchyItem[]) =>
    guarded(desk, 'type hierarchy', ({ item }: { readonly item: TypeHierarchyItem }) => {
      const found = itemAt(desk, item);
      return found && step(nowOf(found.codex.canon), found.entry).map((one) => toItem(desk, found.codex, one));
    });
  typeHierarchy.onSupertypes(versions(olderOf));
  typeHierarchy.onSubtypes(versions(newerOf));

  callHierarchy.onIncomingCalls(
    guarded(desk, 'what rests on it', ({ item }) => {
      const found = itemAt(desk, item);
      return (
        found &&
        dependantsOf(nowOf(found.codex.canon), found.entry).map((one) => {
          const lines = linesOf(found.codex, one.entry);
          return { from: toItem(desk, found.codex, one), fromRanges: one.spans.map((span) => rangeOf(lines, span)) };
        })
      );
    }),
  );
  callHierarchy.onOutgoingCalls(
    guarded(desk, 'what it rests on', ({ item }) => {
      const found = itemAt(desk, item);
      if (!found) return null;
      const lines = linesOf(found.codex, found.entry);
      return sourceItemsOf(nowOf(found.codex.canon), found.entry).map((one) => ({
        to: toItem(desk, found.codex, one),
        fromRanges: one.spans.map((span) => rangeOf(lines, span)),
      }));
    }),
  );
  return { typeHierarchyProvider: true, callHierarchyProvider: true };
};

/** What an item stands for now: its file may have changed since it was shown. */
function itemAt(desk: Desk, { uri }: CallHierarchyItem) {
  desk.settle();
  return pageAt(desk, uri);
}

const linesOf = (codex: LiveCodex, { path }: Entry) => lineIndex(codex.currentText(path) ?? '');

function toItem(desk: Desk, codex: LiveCodex, { entry, detail }: HierarchyItem): CallHierarchyItem & TypeHierarchyItem {
  const text = codex.currentText(entry.path) ?? '';
  const lines = lineIndex(text);
  return {
    name: entry.title || entry.path,
    ...marksOf(inDocuments(desk), kindOfEntry(entry), isReplaced(nowOf(codex.canon), entry)),
    detail,
    uri: uriIn(codex, entry.path),
    range: rangeOf(lines, { start: 0, end: text.length }),
    selectionRange: rangeOf(lines, nameSpan(entry)),
  };
}

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
      const symbols = entries.map((named) => toWorkspaceSymbol(desk, codex, named));
      if (reporter) reporter.report(symbols);
      else found.push(...symbols);
    }
    return found;
  });
  connection.onWorkspaceSymbolResolve((symbol) => {
    desk.settle();
    const { uri } = symbol.location;
    const page = pageAt(desk, uri);
    return { ...symbol, location: { uri, range: page ? rangeIn(page.codex, page.entry) : TOP } };
  });
  return { workspaceSymbolProvider: { resolveProvider: true } };
};

/** Where an editor can ask for the place later, the file is read only then. */
function toWorkspaceSymbol(
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

const rangeIn = (codex: LiveCodex, entry: Entry): Range => rangeOf(linesOf(codex, entry), nameSpan(entry));
