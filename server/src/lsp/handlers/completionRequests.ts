/** Answers completion, and the documentation of the selected choice. */
import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  type CompletionList,
  type CompletionParams,
  CompletionTriggerKind,
  InsertTextFormat,
  InsertTextMode,
  type MarkupKind,
} from 'vscode-languageserver';
import { entryAt } from '../../core/canon';
import { codexChoicesAt } from '../../core/completion/codexChoices';
import { settingsChoicesAt } from '../../core/completion/settingsChoices';
import { CODEX_FILE } from '../../core/host';
import { SEVERITIES } from '../../core/rules';
import type { Entry } from '../../core/entry/entry';
import { cardOf } from '../../core/reading/entryCard';
import {
  type CompletionChoice,
  type ChoiceKind,
  completionSteps,
  type InsertPiece,
  choiceText,
} from '../../core/completion';
import { nowOf } from '../../core/reading/viewpoint';
import { type LineIndex, lineIndex } from '../../core/text/span';
import { atOnce } from '../../core/text/groups';
import { compareTexts } from '../../core/text/sorted';
import { type Area, type Desk, guarded, guardedLong, lookAt } from '../session/desk';
import { itemKind } from '../convert/announced';
import { contentOf } from '../convert/markup';
import { isInFolderPath, parentPath, pathOfUri, rangeOf, relativeTo, uriIn } from '../convert/uris';
import type { LiveCodex } from '../session/live';
import { isSettingsFile } from '../session/settings';
import { inSlices } from '../session/slices';

const KINDS: Readonly<Record<ChoiceKind, CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  attribute: CompletionItemKind.Field,
  entry: CompletionItemKind.Reference,
  value: CompletionItemKind.Value,
  date: CompletionItemKind.Event,
  era: CompletionItemKind.Unit,
  month: CompletionItemKind.EnumMember,
  word: CompletionItemKind.EnumMember,
  flag: CompletionItemKind.Keyword,
  heading: CompletionItemKind.Text,
  retcon: CompletionItemKind.Snippet,
};

/** Where to look when the card of a choice is wanted. */
interface Data {
  readonly uri: string;
  readonly path: string;
}

export const answerCompletion: Area = (desk) => {
  desk.connection.onCompletion(
    guardedLong(desk, 'completion', async (params: CompletionParams, token): Promise<CompletionList | null> => {
      const { textDocument, position, context } = params;
      const { uri } = textDocument;
      const looked = lookAt(desk, uri);
      if (!looked) return inCodexFile(desk, params);
      const { codex, entry, text, lines } = looked;
      // A colon goes on only behind the name of another setting.
      if (context?.triggerCharacter === ':' && !endsInSetting(codex, text.slice(0, lines.offsetAt(position))))
        return null;
      const caret = {
        entry,
        text,
        offset: lines.offsetAt(position),
        isAsked: context?.triggerKind !== CompletionTriggerKind.TriggerCharacter,
        textOf: ({ path }: Entry) => codex.currentText(path),
      };
      const steps = completionSteps(codex.known, caret);
      // While it is read for the first time, what is known is void with the next slice of that.
      const found = codex.isReady ? await inSlices(steps, () => !token.isCancellationRequested) : atOnce(steps);
      if (!found || (found.choices.length === 0 && codex.isReady)) return null;
      const makeItem = itemMaker(desk, uri, lines);
      return { isIncomplete: found.isCut || !codex.isReady, items: found.choices.map(makeItem) };
    }),
  );
  desk.connection.onCompletionResolve((item) => guarded(desk, 'completion item', resolved(desk))(item) ?? item);
  // Commit characters there are none: a comma behind a source in the author's own words must stay a comma.
  return {
    completionProvider: { triggerCharacters: [' ', '[', '{', ',', '"', "'", '#', '|', ':'], resolveProvider: true },
  };
};

const endsInSetting = ({ canon: { others } }: LiveCodex, before: string): boolean =>
  others !== null && others.names.some((name) => before.toLowerCase().endsWith(`${name.toLowerCase()}:`));

/** The codices below a folder, relative to it. */
const foldersBelow = ({ codices }: Desk, folder: string): readonly string[] =>
  codices
    .all()
    .flatMap(({ root, isOne, canon: { codex } }) =>
      !isOne && codex.declared && root !== folder && isInFolderPath(folder, root) ? [relativeTo(folder, root)] : [],
    )
    .sort(compareTexts);

/** What codex.yaml or settings.yaml may say where the caret is. */
function inCodexFile(desk: Desk, { textDocument: { uri }, position }: CompletionParams): CompletionList | null {
  const document = desk.documents.get(uri);
  const codex = desk.codices.of(uri);
  if (!document || !codex) return null;
  const file = pathOfUri(uri) ?? uri;
  const text = document.getText();
  const lines = lineIndex(text);
  if (isSettingsFile(file)) {
    const folders = foldersBelow(desk, parentPath(file));
    const found = settingsChoicesAt({ text, offset: lines.offsetAt(position), folders });
    return found && { isIncomplete: false, items: found.choices.map(itemMaker(desk, uri, lines)) };
  }
  if (codex.pathOf(file) !== CODEX_FILE) return null;
  const rules = [...SEVERITIES].map(([word, severity]) => ({ word, note: severity }));
  const found = codexChoicesAt({ text, offset: lines.offsetAt(position), codex: codex.canon.codex, rules });
  if (!found) return null;
  return { isIncomplete: false, items: found.choices.map(itemMaker(desk, uri, lines)) };
}

function itemMaker(desk: Desk, uri: string, lines: LineIndex): (choice: CompletionChoice, i: number) => CompletionItem {
  const able = desk.editor.textDocument?.completion?.completionItem ?? {};
  const hasDetails = able.labelDetailsSupport === true;
  const isStruck = able.tagSupport?.valueSet.includes(CompletionItemTag.Deprecated) === true;
  const keepsIndents = able.insertTextModeSupport?.valueSet.includes(InsertTextMode.asIs) === true;
  const formats = formatsOf(desk);
  const { suggestCommand } = desk.options;
  return (choice, i) => {
    const { kind, label, note, detail, names, span, edits, doc, entry } = choice;
    const isSnippet = able.snippetSupport === true && choice.insert.some((piece) => typeof piece !== 'string');
    const shown = hasDetails || note === '' ? detail : detail === '' ? note : `${note} · ${detail}`;
    // Made key by key: dozens are made at each key that is typed, and copying parts together takes far longer.
    const item: CompletionItem = { label, kind: itemKind(desk, KINDS[kind]) };
    if (hasDetails && note !== '') item.labelDetails = { description: note };
    if (shown !== '') item.detail = shown;
    if (doc !== '') item.documentation = contentOf(formats, doc);
    if (choice.isPast && isStruck) item.tags = [CompletionItemTag.Deprecated];
    item.sortText = String(i).padStart(4, '0');
    item.filterText = names.join(' ');
    item.textEdit = { range: rangeOf(lines, span), newText: isSnippet ? snippetOf(choice.insert) : choiceText(choice) };
    if (isSnippet) item.insertTextFormat = InsertTextFormat.Snippet;
    if (keepsIndents) item.insertTextMode = InsertTextMode.asIs;
    if (edits.length > 0)
      item.additionalTextEdits = edits.map((edit) => ({ range: rangeOf(lines, edit.span), newText: edit.text }));
    if (choice.goesOn && suggestCommand !== undefined) item.command = { title: 'Suggest', command: suggestCommand };
    if (entry) item.data = { uri, path: entry.path } satisfies Data;
    return item;
  };
}

/** Places to write on at, numbered; what else means something in a snippet is escaped. */
function snippetOf(insert: readonly InsertPiece[]): string {
  let stops = 0;
  return insert.map((piece) => (typeof piece === 'string' ? piece.replace(/[\\$}]/g, '\\$&') : `$${++stops}`)).join('');
}

const formatsOf = ({ editor }: Desk): MarkupKind[] | undefined =>
  editor.textDocument?.completion?.completionItem?.documentationFormat;

const resolved =
  (desk: Desk) =>
  (item: CompletionItem): CompletionItem | null => {
    const data = item.data as Data | undefined;
    const codex = data && desk.codices.of(data.uri);
    const entry = data && codex ? entryAt(codex.canon, data.path) : undefined;
    if (!codex || !entry) return null;
    const context = { ...nowOf(codex.canon), href: ({ path }: Entry) => uriIn(codex, path) };
    return { ...item, documentation: contentOf(formatsOf(desk), cardOf(context, entry)) };
  };
