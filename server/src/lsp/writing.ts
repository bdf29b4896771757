/** Answers to those who write: completion and quick fixes. */
import {
  type CodeAction,
  CodeActionKind,
  CompletionItemKind,
  type CompletionList,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { type Choice, choicesAt } from '../core/features/completion';
import { fixesIn } from '../core/features/fixes';
import { lineIndex } from '../core/text/lines';
import type { Fix } from '../core/text/problem';
import { type Desk, guarded, lookAt } from './desk';
import { lineIndexes } from './diagnostics';
import { problemsOf } from './judge';
import type { LiveCodex } from './liveCodex';
import { pathOf, rangeOf, uriIn } from './places';

export function answerWriters(desk: Desk): void {
  const { connection } = desk;
  connection.onCompletion(
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
  connection.onCodeAction(
    guarded(desk, 'quick fixes', ({ textDocument: { uri }, range, context }): CodeAction[] | null => {
      desk.settle();
      const document = desk.documents.get(uri);
      const codex = desk.codices.of(uri);
      if (!document || !codex) return null;
      const lines = lineIndex(document.getText());
      const selected = { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
      return fixesIn(problemsOf(codex, pathOf(uri) ?? uri), selected).map(({ problem, fix, isPreferred }) => {
        const start = lines.placeAt(problem.span.start);
        const mends = context.diagnostics.filter(
          (one) =>
            one.code === problem.code &&
            one.range.start.line === start.line &&
            one.range.start.character === start.character,
        );
        return {
          title: fix.title,
          kind: CodeActionKind.QuickFix,
          diagnostics: mends,
          isPreferred,
          edit: editOf(codex, fix),
        };
      });
    }),
  );
}

const detailOf = ({ entry }: Choice): string =>
  [entry.type?.text, entry.date?.date?.text].flatMap((part) => part ?? []).join(' · ');

function editOf(codex: LiveCodex, fix: Fix): WorkspaceEdit {
  const linesOf = lineIndexes(codex);
  const changes: NonNullable<WorkspaceEdit['changes']> = {};
  for (const { file, span, text } of fix.edits)
    (changes[uriIn(codex, file)] ??= []).push({ range: rangeOf(linesOf(file), span), newText: text });
  return { changes };
}
