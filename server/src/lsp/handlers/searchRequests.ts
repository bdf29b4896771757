/** Answers "Search Lore…", from the viewpoint of the codex, as often as a key is pressed. */
import type { CancellationToken } from 'vscode-languageserver';
import { commitNamed, type Commits } from '../../core/canon';
import type { Viewpoint } from '../../core/reading/viewpoint';
import { loreSteps } from '../../core/tools/lore/lore';
import type { Chunk, LoreAnswer, ReadText } from '../../core/tools/asked/loreTypes';
import { renderFate, renderLeftOut } from '../../core/tools/lore/loreSentences';
import { nameOf } from '../../core/tools/words/richText';
import type { Passage } from '../../core/entry/passages';
import { lineIndex } from '../../core/text/lines';
import { snippetOf } from '../../core/tools/words/snippet';
import { requireCodex, type Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { uriIn } from '../convert/uris';
import { type ProseThreads, searchInSlices } from '../session/proseThreads';
import type { LoreFound, LorePassage, Requests } from '../protocol/protocol';
import { commitsOfView, committedUri, entryOfView } from './renderContext';

type SearchRequest = Requests['retcon/lore'][0];

/** More than anybody looks through in a list. */
const LIMIT = '50';

/** What a row of a list has room for, in characters. */
const ROW = 90;

/** @param threads those in which prose is searched */
export function answerSearches(desk: Desk, threads: ProseThreads): void {
  desk.connection.onRequest(
    'retcon/lore',
    async (params: SearchRequest, token: CancellationToken): Promise<LoreFound> => {
      desk.settle();
      const codex = requireCodex(desk);
      const view = desk.viewOf(codex);
      const steps = view.eyes
        ? loreSteps(view.eyes.canon, textOfView(codex, view), { ...questionOf(params, view), asOf: undefined })
        : loreSteps(codex.canon, codex.currentText, questionOf(params, view), commitsNamed(view));
      const answer = await searchInSlices(steps, () => threads.of(codex, commitsOfView(view)[0]), token);
      return answer.ok ? found(desk, codex, view, answer.value) : NOTHING;
    },
  );
}

/** While nothing is typed that could be looked for. */
const NOTHING: LoreFound = { passages: [], leftOut: '' };

const questionOf = ({ text, all }: SearchRequest, { at, asOf }: Viewpoint) => ({
  query: text,
  at: at?.text,
  asOf: asOf?.text,
  limit: LIMIT,
  all: all === true,
});

/** The commit that the viewpoint is at, for the question to name. */
function commitsNamed(view: Viewpoint): Commits {
  const ref = commitNamed(view.asOf?.text ?? '');
  return new Map(ref === null ? [] : commitsOfView(view).map((commit) => [ref, { ok: true, ...commit }]));
}

const textOfView = (codex: LiveCodex, { asOf }: Viewpoint): ReadText =>
  asOf?.kind === 'git' ? asOf.textOf : codex.currentText;

const found = (desk: Desk, codex: LiveCodex, view: Viewpoint, answer: LoreAnswer): LoreFound => ({
  passages: answer.chunks.map((chunk) => passageOf(desk, codex, view, answer, chunk)),
  leftOut: answer.leftOut === 0 ? '' : renderLeftOut(answer.leftOut),
});

function passageOf(desk: Desk, codex: LiveCodex, view: Viewpoint, { query }: LoreAnswer, chunk: Chunk): LorePassage {
  const { entry, passage, flags } = chunk;
  const [commit] = commitsOfView(view);
  const isThere = commit !== undefined && desk.options.opensCommitted === true;
  const today = entryOfView(codex, view, entry);
  const [first, last] = view.eyes ? linesIn(textOfView(codex, view)(entry.path) ?? '', passage) : passage.lines;
  const end = passage.text.length - passage.text.lastIndexOf('\n') - 1;
  return {
    title: entry.title,
    heading: passage.heading === entry.title ? null : passage.heading,
    snippet: snippetOf(passage.text, query, ROW),
    fate: renderFate(chunk).map(nameOf).join(''),
    isSuperseded: flags.isSuperseded,
    file: entry.path,
    uri: isThere ? committedUri(codex, commit, entry.path) : today ? uriIn(codex, today.path) : null,
    range: { start: { line: first, character: 0 }, end: { line: last, character: end } },
  };
}

/** Where a passage of which somebody sees only a part stands in its file: its lines were counted without what is hidden from them. */
function linesIn(text: string, { text: words, lines: [first, last] }: Passage): readonly [number, number] {
  const start = text.indexOf(words);
  // What was cut out of its middle leaves its beginning.
  const at = start >= 0 ? start : text.indexOf(words.split('\n', 1)[0] ?? '');
  const line = lineIndex(text).placeAt(Math.max(at, 0)).line;
  return [line, line + (start >= 0 ? last - first : 0)];
}
