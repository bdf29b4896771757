/** Answers "Search Lore…", from the viewpoint of the codex, as often as a key is pressed. */
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { commitNamed, type Commits } from '../../core/canon';
import type { Codex } from '../../core/codex/codex';
import type { Viewpoint } from '../../core/reading/viewpoint';
import { loreSteps } from '../../core/tools/lore';
import type { Chunk, Found, LoreAnswer } from '../../core/tools/loreTypes';
import { CODEX_FILE } from '../../core/host';
import { fateTold, leftOutTold } from '../../core/tools/loreTold';
import { nameOf } from '../../core/tools/prose';
import { snippetOf } from '../../core/tools/snippet';
import { type Area, codexAsked, type Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { uriIn } from '../convert/places';
import { openProseThread, type ProseThread } from '../session/proseThread';
import type { LoreFound, LorePassage, Requests } from '../protocol/protocol';
import { SLICE, turn } from '../session/slices';
import { commitsOf, committedUri, ofToday } from './toldPlaces';

type Asked = Requests['retcon/lore'][0];

/** More than anybody looks through in a list. */
const LIMIT = '50';

/** What a row of a list has room for, in characters. */
const ROW = 90;

/** In milliseconds. Nobody searches any more, and memory is better used. */
const IDLE = 5 * 60_000;

export const answerSearches: Area = (desk) => {
  const threads = keepThreads(desk);
  desk.connection.onRequest('retcon/lore', async (asked: Asked, token: CancellationToken): Promise<LoreFound> => {
    desk.settle();
    const codex = codexAsked(desk);
    const view = desk.viewOf(codex);
    const steps = loreSteps(codex.canon, codex.currentText, questionOf(asked, view), commitsNamed(view));
    let began = performance.now();
    for (let step = steps.next(); ; ) {
      if (step.done === true) return step.value.ok ? found(desk, codex, view, step.value.value) : NOTHING;
      let answer: Iterable<Found> | null = [];
      if (step.value) answer = await threads.of(codex, view).search(step.value, token);
      else if (SLICE < performance.now() - began) {
        await turn();
        began = performance.now();
      }
      if (token.isCancellationRequested || answer === null) throw taken();
      step = steps.next(answer);
    }
  });
  return {};
};

const taken = (): ResponseError => new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');

/** While nothing is typed that could be looked for. */
const NOTHING: LoreFound = { passages: [], leftOut: '' };

const questionOf = ({ text, all }: Asked, { at, asOf }: Viewpoint) => ({
  query: text,
  at: at?.text,
  asOf: asOf?.text,
  limit: LIMIT,
  all: all === true,
});

/** The commit that the viewpoint is at, for the question to name. */
function commitsNamed(view: Viewpoint): Commits {
  const ref = commitNamed(view.asOf?.text ?? '');
  return new Map(ref === null ? [] : commitsOf(view).map((commit) => [ref, { ok: true, ...commit }]));
}

interface Kept {
  readonly thread: ProseThread;
  /** What it searches: the files of a commit, or those of now, which another codex.yaml may name otherwise. */
  readonly of: string | Codex;
}

/** A thread for each codex in which somebody searches. */
function keepThreads(desk: Desk) {
  const kept = new Map<LiveCodex, Kept>();
  let idle: NodeJS.Timeout | undefined;
  const drop = (codex: LiveCodex): void => {
    kept.get(codex)?.thread.close();
    kept.delete(codex);
  };
  return {
    of(codex: LiveCodex, { asOf }: Viewpoint): ProseThread {
      clearTimeout(idle);
      idle = setTimeout(() => [...kept.keys()].forEach(drop), IDLE).unref();
      const open = desk.codices.all();
      for (const one of kept.keys()) if (!open.includes(one)) drop(one);
      const of = asOf?.kind === 'git' ? asOf.commit : codex.canon.codex;
      let found = kept.get(codex);
      if (found?.of !== of || !found.thread.isOpen()) {
        drop(codex);
        const textOf = asOf?.kind === 'git' ? asOf.textOf : codex.openText;
        const codexText = asOf?.kind === 'git' || codex.isOne ? null : (codex.currentText(CODEX_FILE) ?? '');
        const home = { root: codex.root, storage: desk.options.storage ?? null, codexText };
        kept.set(codex, (found = { thread: openProseThread(home, textOf), of }));
      }
      return found.thread;
    },
  };
}

const found = (desk: Desk, codex: LiveCodex, view: Viewpoint, answer: LoreAnswer): LoreFound => ({
  passages: answer.chunks.map((chunk) => passageOf(desk, codex, view, answer, chunk)),
  leftOut: answer.leftOut === 0 ? '' : leftOutTold(answer.leftOut),
});

function passageOf(desk: Desk, codex: LiveCodex, view: Viewpoint, { query }: LoreAnswer, chunk: Chunk): LorePassage {
  const { entry, passage, flags } = chunk;
  const [commit] = commitsOf(view);
  const isThere = commit !== undefined && desk.options.opensCommitted === true;
  const today = ofToday(codex, commitsOf(view), entry);
  const [first, last] = passage.lines;
  const end = passage.text.length - passage.text.lastIndexOf('\n') - 1;
  return {
    title: entry.title,
    heading: passage.heading === entry.title ? null : passage.heading,
    snippet: snippetOf(passage.text, query, ROW),
    fate: fateTold(chunk).map(nameOf).join(''),
    isSuperseded: flags.isSuperseded,
    file: entry.path,
    uri: isThere ? committedUri(codex, commit, entry.path) : today ? uriIn(codex, today.path) : null,
    range: { start: { line: first, character: 0 }, end: { line: last, character: end } },
  };
}
