/** Answers every question of the list, and what an editor wants to know while it asks its author, about the codex in use. */
import { kinOffer } from '../../core/tools/pictures/pairsOnBothAxes';
import { type CancellationToken, ErrorCodes, ResponseError } from 'vscode-languageserver';
import {
  allOf,
  entryAt,
  idOf,
  commitNamed,
  type Commits,
  LATEST,
  readCanonPoint,
  type Retcon,
  retconsSince,
} from '../../core/canon';
import { type SeenThrough, type Viewpoint, nowOf } from '../../core/reading/viewpoint';
import { questionNamed, answerSteps, canonPointsIn } from '../../core/tools';
import { wholePage } from '../../core/tools/facts/wholePages';
import { fenced, plainText, nameOf, snippetOf } from '../../core/tools/words/richText';
import { byName } from '../../core/tools/asked/forKnower';
import { type AskResult, dateRemark, readWorldDateParam } from '../../core/tools/asked/question';
import { ALL_SETTINGS } from '../../core/codex/settings';
import { CODEX_FILE } from '../../core/host';
import { compareTexts } from '../../core/text/sorted';
import { pathOfUri, uriIn } from '../convert/uris';
import { documentProblems } from '../diagnostics/reports';
import type {
  AskParams,
  LoreFound,
  LorePassage,
  AnswerPage,
  CanonPointCheck,
  CanonPointChoice,
  Entity,
} from '../protocol/protocol';
import type { Requests } from '../protocol/requests';
import { codexAbout, codexInQuestion, type Desk, requireCodex, type Area } from '../session/desk';
import { DAY, isoDay } from '../../core/codex/canonTime';
import { groupBy } from '../../core/text/groups';
import { escapeMarkdown, listWords } from '../../core/text/words';
import { lineIndex } from '../../core/text/span';
import { answerRequests, commitsOfView, committedUri, entryOfView, answerPage } from './renderContext';
import type { WantedPassages, Chunk, LoreAnswer, ReadText } from '../../core/tools/asked/answering';
import type { BriefCopied, BriefRequests } from '../protocol/protocolViewpoint';
import { commitAmong, type ProseThreads, searchInSlices, keepThreads } from '../session/proseThreads';
import { until, toTheEnd } from '../session/slices';
import { loreSteps } from '../../core/tools/lore/lore';
import { renderFate, renderLeftOut } from '../../core/tools/lore/loreRank';
import type { Passage } from '../../core/entry/passages';
import type { LiveCodex } from '../session/liveCodex';
import type { Codex, Revision } from '../../core/codex/codex';
import { lookUpEntities, lookUpEntries } from '../../core/reading/entities';
import { type ListedQuestion, QUESTIONS } from '../../core/tools/asked/questionList';

/** The codices that are open, by name. */
const settingsOpen = ({ codices }: Desk): readonly LiveCodex[] =>
  codices
    .all()
    .filter(({ isOne, isDormant }) => !isOne && !isDormant)
    .sort((a, b) => compareTexts(codices.named(a), codices.named(b)));

/** Answers which settings there are, which is meant from now on, and what each of them answers. */
function answerSettings(desk: Desk, threads: ProseThreads): void {
  const on = answerRequests(desk);
  const { named } = desk.codices;
  on('retcon/settings', () => {
    const used = codexInQuestion(desk);
    const names = settingsOpen(desk).map(named);
    return used === null ? names : [named(used), ...names].filter((name, i, all) => all.indexOf(name) === i);
  });
  on('retcon/useSetting', ({ name }) => {
    desk.lastCodex = settingsOpen(desk).find((codex) => named(codex) === name) ?? desk.lastCodex;
    return true;
  });
  desk.connection.onRequest(
    'retcon/askAll',
    async (params: Requests['retcon/askAll'][0], token: CancellationToken): Promise<AnswerPage> => {
      desk.settle();
      const pages: string[] = [];
      for (const codex of settingsOpen(desk)) {
        const { answered, commits } = await answeredNow(desk, codex, threads, params, token);
        const said = answered.ok ? answerPage(desk, codex, answered, commits).markdown : answered.failure.message;
        pages.push(`# ${escapeMarkdown(named(codex))}\n\n${answered.ok ? said : escapeMarkdown(said)}`);
      }
      return { title: requireQuestion(params).title ?? params.question, markdown: pages.join('\n\n') };
    },
  );
}

/** @param ask as every question is answered in the editor */
function answerAssistants(desk: Desk, ask: (params: AskParams, token: CancellationToken) => Promise<AskResult>): void {
  desk.connection.onRequest(
    'retcon/askAsTool',
    async (params: AskParams, token: CancellationToken): Promise<string> => {
      const { setting, ...given } = params.given;
      const named = byName(questionNamed(params.question)?.parameters ?? [], given);
      if (!named.ok) return named.failure.message;
      const wordsOf = (answered: AskResult): string =>
        answered.ok ? (answered.text ?? plainText(answered.prose)) : answered.failure.message;
      if (setting === undefined) return fenced(wordsOf(await ask({ ...params, given: named.given }, token)));
      desk.settle();
      const all = settingsOpen(desk);
      const meant = all.filter((codex) => [desk.codices.named(codex), ALL_SETTINGS].includes(setting));
      if (meant.length === 0)
        return `There is no setting "${setting}". Accepted: ${[...all.map(desk.codices.named), ALL_SETTINGS].join(', ')}.`;
      const parts: string[] = [];
      // Each for itself, under its name.
      for (const codex of meant) {
        const answered = await ask({ ...params, uri: uriIn(codex, CODEX_FILE), given: named.given }, token);
        parts.push(`${setting === ALL_SETTINGS ? `${desk.codices.named(codex)}\n` : ''}${wordsOf(answered)}`);
      }
      return fenced(parts.join('\n\n'));
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
  return page?.ok ? page.value.text : `${name} does not know the open page.`;
}

/** Answers "Copy Brief…": of the scene in a file, or of a topic; for its point of view, else for the eyes of the viewpoint; as of the viewpoint. */
type Params = BriefRequests['retcon/brief'][0];

/** @param threads those in which prose is searched */
function answerBriefs(desk: Desk, threads: ProseThreads): void {
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
      // A scene has its own date.
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

/** Answers "Search Lore…", from the viewpoint of the codex, as often as a key is pressed. */
type SearchRequest = Requests['retcon/lore'][0];

/** More than anybody looks through in a list. */
const LIMIT = '50';

/** What a row of a list has room for, in characters. */
const ROW = 90;

/** @param threads those in which prose is searched */
function answerSearches(desk: Desk, threads: ProseThreads): void {
  desk.connection.onRequest(
    'retcon/lore',
    async (params: SearchRequest, token: CancellationToken): Promise<LoreFound> => {
      desk.settle();
      const codex = requireCodex(desk);
      const view = desk.viewOf(codex);
      const steps = view.eyes
        ? loreSteps(
            view.eyes.canon,
            { ...questionOf(params, view), as_of: undefined },
            { commits: new Map(), textOf: textOfView(codex, view) },
          )
        : loreSteps(codex.canon, questionOf(params, view), { commits: commitsNamed(view), textOf: codex.currentText });
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
  as_of: asOf?.text,
  limit: LIMIT,
  all: all === true ? '' : undefined,
});

/** The commit that the viewpoint is at, for the question to name. */
function commitsNamed(view: Viewpoint): Commits {
  const ref = commitNamed(view.asOf?.text ?? '');
  return new Map(ref === null ? [] : commitsOfView(view).map((commit) => [ref, { ok: true, ...commit }]));
}

export const textOfView = (codex: LiveCodex, { asOf }: Viewpoint): ReadText =>
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

/** Everything that facts are about, in the order of its names. @param drawnAs only what can be drawn so */
async function entitiesOf(view: Viewpoint, drawnAs?: 'family' | 'succession'): Promise<Entity[]> {
  const canBeDrawn = (id: string): boolean => {
    if (drawnAs === undefined) return true;
    const { hasKin, offices } = kinOffer(view.known, id);
    return drawnAs === 'family' ? hasKin : offices.length > 0;
  };
  return (await toTheEnd(lookUpEntities(view)))
    .filter(({ id }) => canBeDrawn(id))
    .map(({ id, title, entry, aliases }) => ({
      id,
      title,
      ...(entry?.type && { type: entry.type.text }),
      file: entry?.path ?? null,
      aliases,
    }));
}

export const answerQuestions: Area = (desk) => {
  const on = answerRequests(desk);
  const meant = (): LiveCodex => requireCodex(desk);
  const codexMeant = ({ uri }: AskParams): LiveCodex => {
    desk.settle();
    return uri === undefined ? meant() : codexAbout(desk, uri);
  };
  const { committed } = desk;
  const threads = keepThreads(desk);
  answerSearches(desk, threads);
  answerSettings(desk, threads);
  answerBriefs(desk, threads);
  answerAssistants(
    desk,
    async (params, token) => (await answeredNow(desk, codexMeant(params), threads, params, token)).answered,
  );

  /** Of now, or, where somebody's eyes are looked through, what these see. */
  const viewFor = (asSeen: boolean | undefined): Viewpoint => {
    const view = desk.viewOf(meant());
    return asSeen === true && view.eyes ? view : nowOf(meant().canon);
  };

  on('retcon/entities', ({ asSeen, drawnAs }) => entitiesOf(viewFor(asSeen), drawnAs));
  on('retcon/entries', async ({ asSeen }) =>
    (await toTheEnd(lookUpEntries(viewFor(asSeen)))).map(({ id, entry, standing, isReplaced }) => ({
      id,
      title: entry.title,
      ...(entry.type && { type: entry.type.text }),
      ...(entry.date?.date && { date: entry.date.date.text }),
      standing,
      isReplaced,
      file: entry.path,
      aliases: entry.aliases.map(({ text }) => text),
    })),
  );
  on('retcon/canonPoints', async ({ uri }) => {
    const codex = codexAbout(desk, uri);
    const { revisions } = codex.canon.codex;
    // Where no session is listed, what was decided is found by its day.
    const days = revisions.length > 0 ? [] : daysBefore(await toTheEnd(retconsSince(codex.known, null)));
    return [...canonPointsOf(codex.canon.codex), ...days, ...(await committed.points(codex))];
  });
  on('retcon/checkDate', ({ text }) => {
    const { canon } = meant();
    const params = readWorldDateParam(canon, text);
    if (!params.ok) return { ok: false, message: params.failure.message };
    const remark = dateRemark(canon, text);
    return { ok: true, text: params.value?.text ?? text, ...(remark !== null && { remark }) };
  });
  on('retcon/checkCanonPoint', ({ text, uri }) => canonPointCheck(desk, codexAbout(desk, uri), text));
  desk.connection.onRequest('retcon/ask', async (params: AskParams, token: CancellationToken): Promise<AnswerPage> => {
    const codex = codexMeant(params);
    const { question, answered, commits } = await answeredNow(desk, codex, threads, params, token);
    const { title, markdown } = answerPage(desk, codex, answered, commits);
    return { title: question.title ?? title, markdown };
  });
  on('retcon/isSetUp', ({ uri }) => {
    codexAbout(desk, uri);
    return true;
  });
  return {};
};

/** Whether a canon point can be asked for. */
async function canonPointCheck({ committed }: Desk, codex: LiveCodex, text: string): Promise<CanonPointCheck> {
  const ref = commitNamed(text);
  if (ref !== null) {
    const message = await committed.refusalOf(codex, ref);
    return message === null ? { ok: true } : { ok: false, message };
  }
  const reading = readCanonPoint(codex.canon, text);
  return reading.ok ? { ok: true } : { ok: false, message: reading.message };
}

/** A question of the list, as it is answered now. */
async function answeredNow(
  desk: Desk,
  codex: LiveCodex,
  threads: ProseThreads,
  params: AskParams,
  token: CancellationToken,
) {
  const { committed, codices } = desk;
  const question = requireQuestion(params);
  const given = seenFrom(desk.viewOf(codex), question, params.given);
  // Of a codex that is only half read, "nothing" would be no answer.
  await until(() => !codex.isReading || token.isCancellationRequested || !codices.all().includes(codex));
  const commits = await committed.readFor(codex, ...canonPointsIn(question, given));
  const canon = question.name === 'diff' ? await committed.comparableOf(codex, commits) : codex.canon;
  const steps = answerSteps(question, canon, given, { commits, textOf: codex.currentText, today: isoDay(Date.now()) });
  const threadFor = ({ canon }: WantedPassages) => threads.of(codex, commitAmong(commits, canon));
  return { question, commits, answered: await searchInSlices(steps, threadFor, token) };
}

/** A question that names no knower is asked for the knower of the viewpoint, with what they have learned by then. */
function seenFrom({ eyes, at }: Viewpoint, { parameters }: ListedQuestion, given: AskParams['given']) {
  if (!eyes || given['for'] !== undefined || !parameters.some(({ name }) => name === 'for')) return given;
  return { ...given, for: eyes.name, ...(at && given['known_at'] === undefined && { known_at: at.text }) };
}

/** The question of the list that is asked; one that is not there, or has no such parameter, is refused. */
function requireQuestion({ question, given }: AskParams): ListedQuestion {
  const listed = questionNamed(question);
  if (!listed)
    throw invalid(`There is no question "${question}": ask ${QUESTIONS.map(({ name }) => name).join(', ')}.`);
  const takes = listed.parameters.map(({ name }) => name);
  const odd = Object.keys(given).find((name) => !takes.includes(name));
  if (odd !== undefined) throw invalid(`"${question}" has no "${odd}": give ${takes.join(', ')}.`);
  return listed;
}

const invalid = (message: string): ResponseError => new ResponseError(ErrorCodes.InvalidParams, message);

/** The latest first, as an author looks for them. */
const canonPointsOf = ({ revisions, campaigns, circles }: Codex): CanonPointChoice[] => [
  { label: 'Now', value: LATEST.text, detail: 'everything that is known' },
  ...revisions
    .map((revision) => {
      const { campaign: id } = revision;
      const isTable = id !== undefined && circles.has(id);
      return { ...pointOf(revision), ...(isTable && { table: { id, title: campaigns.get(id) ?? id } }) };
    })
    .reverse(),
];

/** Nobody looks for a day before these. */
const MOST_DAYS = 20;

/** The canon as it was before each day on which something was retconned, the latest first. */
function daysBefore(retcons: readonly Retcon[]): CanonPointChoice[] {
  const dated = retcons.filter(({ position }) => Number.isFinite(position.time));
  return [...groupBy(dated, ({ position }) => isoDay(position.time))]
    .sort(([a], [b]) => compareTexts(b, a))
    .slice(0, MOST_DAYS)
    .map(([day, changes]) => {
      const titles = [...new Set(changes.map(({ old }) => old.title))];
      return {
        label: `Before ${day}`,
        value: isoDay(changes[0].position.time - DAY),
        detail: `without the changes of ${listWords(titles.slice(0, 3), 'and')}${titles.length > 3 ? ' and others' : ''}`,
      };
    });
}

export function pointOf({ id, title, date, open }: Revision): CanonPointChoice {
  const detail = [title, date, open ? 'still being written' : undefined].flatMap((part) => part ?? []).join(' · ');
  return { label: id, value: id, ...(detail !== '' && { detail }) };
}
