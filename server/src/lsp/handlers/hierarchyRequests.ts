/** Answers to those who follow an entry: the chain of its versions as types, what rests on what as calls. */
import type { CallHierarchyItem, TypeHierarchyItem } from 'vscode-languageserver';
import {
  entriesAt,
  sourceItemsOf,
  newerOf,
  olderOf,
  type HierarchyItem,
  dependantsOf,
} from '../../core/reading/hierarchy';
import { isReplaced, kindOfEntry } from '../../core/reading/symbols';
import { nowOf, type Viewpoint } from '../../core/reading/viewpoint';
import type { Entry } from '../../core/entry/entry';
import { nameSpan } from '../../core/rules/relatedPlaces';
import { lineIndex } from '../../core/text/lines';
import { type Area, type Desk, guarded, lookAt } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { inDocuments, marksOf } from '../convert/kinds';
import { pathOfUri, rangeOf, uriIn } from '../convert/uris';

export const answerHierarchies: Area = (desk) => {
  const { typeHierarchy, callHierarchy } = desk.connection.languages;
  const prepare = guarded(desk, 'hierarchy', (params: Parameters<Parameters<typeof typeHierarchy.onPrepare>[0]>[0]) => {
    const looked = lookAt(desk, params.textDocument.uri);
    if (!looked) return null;
    const { codex, entry, text, lines } = looked;
    return entriesAt(nowOf(codex.canon), entry, text, lines.offsetAt(params.position)).map((one) =>
      toItem(desk, codex, one),
    );
  });
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
function itemAt(desk: Desk, { uri }: CallHierarchyItem): { readonly codex: LiveCodex; readonly entry: Entry } | null {
  desk.settle();
  const codex = desk.codices.of(uri);
  const entry = codex?.entryAt(pathOfUri(uri) ?? uri);
  return codex && entry ? { codex, entry } : null;
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
