/** Quick fixes as code actions. */
import { CodeActionKind } from 'vscode-languageserver/node';
import { askedOf, fixesIn } from '../core/features/fixes';
import { CODEX_FILE } from '../core/host';
import { lineIndex } from '../core/text/lines';
import type { ActionSource } from './actions';
import { takesFiles } from './desk';
import { editOf } from './edits';
import { problemsOf } from './judge';

export const FIXING: ActionSource = {
  kinds: [CodeActionKind.QuickFix],
  actions({ desk, codex, file, text, span, context }) {
    const lines = lineIndex(text);
    const path = codex.entryAt(file)?.path ?? CODEX_FILE;
    const asked = askedOf(codex.known, path, codex.currentText);
    return fixesIn(asked, problemsOf(codex, file), span).flatMap(({ problem, fix, isPreferred }) => {
      const edit = editOf(codex, fix, takesFiles(desk));
      if (!edit) return [];
      const start = lines.placeAt(problem.span.start);
      const mends = context.diagnostics.filter(
        (one) =>
          one.code === problem.code &&
          one.range.start.line === start.line &&
          one.range.start.character === start.character,
      );
      return [{ title: fix.title, kind: CodeActionKind.QuickFix, diagnostics: mends, isPreferred, edit }];
    });
  },
};
