/** Answers an assistant in the editor: questions, and what the author looks at. It is given words between fences, as over MCP. */
import type { CancellationToken } from 'vscode-languageserver';
import { allOf, entryAt, idOf } from '../../core/canon';
import type { SeenThrough } from '../../core/reading/viewpoint';
import { questionNamed } from '../../core/tools';
import { wholePage } from '../../core/tools/facts/wholePages';
import { fenced } from '../../core/tools/words/fenced';
import { byName } from '../../core/tools/asked/givenByName';
import type { AskResult } from '../../core/tools/asked/question';
import { plainText } from '../../core/tools/words/richText';
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
    const looks = `The author looks from: at ${at?.text ?? 'the present'}, as_of ${asOf?.text ?? 'latest'}, for ${eyes?.name ?? 'author'}.`;
    // Questions are answered as that knower holds the codex, so the page is too: what is written of it is for them.
    if (eyes) return fenced([looks, '', pageSeen(eyes, codex.pathOf(file), text)].join('\n'));
    const problems = documentProblems(codex, file).map(
      ({ span, severity, code, message }) =>
        `  line ${lines.placeAt(span.start).line + 1}: ${message} (${severity}, ${code})`,
    );
    const others = unsaved.filter((one) => one !== uri).map((one) => codex.pathOf(pathOfUri(one) ?? one));
    return fenced(
      [
        `${codex.pathOf(file)}${unsaved.includes(uri) ? ', not saved yet' : ''}`,
        looks,
        ...(others.length > 0 ? [`Also not saved yet: ${others.join(', ')}.`] : []),
        ...(problems.length > 0 ? ['What is wrong with it:', ...problems] : ['Nothing is wrong with it.']),
        '',
        text,
      ].join('\n'),
    );
  });
}

/** A page with what somebody has learned of it. @param text of the whole file */
function pageSeen({ canon, name }: SeenThrough, path: string, text: string): string {
  const entry = entryAt(canon, path);
  const page = entry && wholePage(canon, idOf(allOf(canon), entry), () => text);
  return page?.ok ? page.value.text : `The open page is none that ${name} knows.`;
}
