/** Answers "Copy Brief…": of the scene in a file, or of a topic; for its point of view, else for whoever's eyes are looked through; from where the author looks. */
import { type CancellationToken, ErrorCodes, ResponseError } from 'vscode-languageserver';
import { idOf } from '../../core/canon';
import { answerSteps, canonPointsIn, questionNamed } from '../../core/tools';
import type { WantedPassages } from '../../core/tools/asked/loreTypes';
import { pathOfUri } from '../convert/uris';
import type { BriefCopied, BriefRequests } from '../protocol/protocolBrief';
import { codexAbout, type Desk, requireCodex } from '../session/desk';
import { commitAmong, type ProseThreads, searchInSlices } from '../session/proseThreads';
import { until } from '../session/slices';

type Params = BriefRequests['retcon/brief'][0];

/** @param threads those in which prose is searched */
export function answerBriefs(desk: Desk, threads: ProseThreads): void {
  desk.connection.onRequest('retcon/brief', async (params: Params, token: CancellationToken): Promise<BriefCopied> => {
    desk.settle();
    const { uri, ...given } = params;
    const codex = uri === undefined ? requireCodex(desk) : codexAbout(desk, uri);
    // Of a codex that is only half read, a brief would be half a brief.
    await until(() => !codex.isReading || token.isCancellationRequested || !desk.codices.all().includes(codex));
    const scene = uri === undefined ? undefined : codex.entryAt(pathOfUri(uri) ?? uri);
    const { eyes, at, asOf } = desk.viewOf(codex);
    const knower = given.for ?? (scene?.knowledge?.pov.length ? undefined : eyes?.name);
    const words = {
      ...given,
      for: knower,
      ...(scene && { scene: idOf(codex.known, scene) }),
      // When a scene is told, it says itself.
      ...(at && !scene?.date?.date && { at: at.text }),
      ...(asOf && { as_of: asOf.text }),
    };
    const question = questionNamed('brief');
    if (!question) throw new ResponseError(ErrorCodes.InvalidParams, 'There is no such question.');
    const commits = await desk.committed.readFor(codex, ...canonPointsIn(question, words));
    const steps = answerSteps(question, codex.canon, words, { commits, textOf: codex.currentText });
    const threadFor = ({ canon }: WantedPassages) => threads.of(codex, commitAmong(commits, canon));
    const answered = await searchInSlices(steps, threadFor, token);
    if (!answered.ok) throw new ResponseError(ErrorCodes.InvalidParams, answered.failure.message);
    return { text: answered.text ?? '', tokens: Number(answered.json.tokens) };
  });
}
