/** Answers an assistant in the editor: questions, and what the author looks at. It is given words between fences, as over MCP. */
import type { CancellationToken } from 'vscode-languageserver';
import { questionNamed } from '../../core/tools';
import { fenced } from '../../core/tools/fenced';
import { byName } from '../../core/tools/givenByName';
import type { AskResult } from '../../core/tools/question';
import { plainText } from '../../core/tools/richText';
import { pathOfUri } from '../convert/uris';
import { documentProblems } from '../diagnostics/documentProblems';
import type { AskParams } from '../protocol/protocol';
import { codexAbout, type Desk } from '../session/desk';
import { lineIndex } from '../../core/text/lines';
import { answerRequests } from './ownRequests';

/** @param ask as every question is answered in the editor */
export function answerAssistants(
  desk: Desk,
  ask: (params: AskParams, token: CancellationToken) => Promise<AskResult>,
): void {
  desk.connection.onRequest(
    'retcon/askAsTool',
    async (params: AskParams, token: CancellationToken): Promise<string> => {
      const named = byName(questionNamed(params.question)?.parameters ?? [], params.given);
      if (!named.ok) return named.message;
      const answered = await ask({ ...params, given: named.given }, token);
      return fenced(answered.ok ? (answered.text ?? plainText(answered.prose)) : answered.failure.message);
    },
  );
  answerRequests(desk)('retcon/openPage', ({ uri, unsaved }) => {
    desk.settle();
    const codex = codexAbout(desk, uri);
    const file = pathOfUri(uri) ?? uri;
    const text = desk.documents.get(uri)?.getText() ?? codex.currentText(codex.pathOf(file)) ?? '';
    const lines = lineIndex(text);
    const { at, asOf, eyes } = desk.viewOf(codex);
    const problems = documentProblems(codex, file).map(
      ({ span, severity, code, message }) =>
        `  line ${lines.placeAt(span.start).line + 1}: ${message} (${severity}, ${code})`,
    );
    const others = unsaved.filter((one) => one !== uri).map((one) => codex.pathOf(pathOfUri(one) ?? one));
    return fenced(
      [
        `${codex.pathOf(file)}${unsaved.includes(uri) ? ', not saved yet' : ''}`,
        `The author looks from: at ${at?.text ?? 'the present'}, as_of ${asOf?.text ?? 'latest'}, for ${eyes?.name ?? 'author'}.`,
        ...(others.length > 0 ? [`Also not saved yet: ${others.join(', ')}.`] : []),
        ...(problems.length > 0 ? ['What is wrong with it:', ...problems] : ['Nothing is wrong with it.']),
        '',
        text,
      ].join('\n'),
    );
  });
}
