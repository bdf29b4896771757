/** Answers to those who type: completion. */
import { CompletionItemKind, type CompletionList } from 'vscode-languageserver/node';
import { type Choice, choicesAt } from '../core/features/completion';
import { type Area, guarded, lookAt } from './desk';
import { rangeOf } from './places';

export const answerCompletion: Area = (desk) => {
  desk.connection.onCompletion(
    guarded(desk, 'completion', ({ textDocument, position }): CompletionList | null => {
      const looked = lookAt(desk, textDocument.uri);
      if (!looked) return null;
      const { codex, entry, text, lines } = looked;
      const found = choicesAt(codex.known, entry, text, lines.offsetAt(position));
      if (!found) return null;
      const range = rangeOf(lines, found.span);
      const items = found.choices.map((choice, i) => ({
        label: choice.entry.title,
        labelDetails: { description: choice.id },
        kind: CompletionItemKind.Reference,
        detail: detailOf(choice),
        filterText: choice.filter,
        sortText: String(i).padStart(4, '0'),
        textEdit: { range, newText: choice.insert },
      }));
      return { isIncomplete: found.isCut || !codex.isReady, items };
    }),
  );
  return { completionProvider: { triggerCharacters: [' ', '[', '{', ',', '"', "'"] } };
};

const detailOf = ({ entry }: Choice): string =>
  [entry.type?.text, entry.date?.date?.text].flatMap((part) => part ?? []).join(' · ');
