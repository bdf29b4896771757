/** Where the entries in an answer can be opened: the file now, or, where it is gone, its committed text. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { entryAt, type CommitRead, type Commits, knownAt, LATEST, counterpart, type Known } from '../../core/canon';
import type { Entry } from '../../core/entry/entry';
import { type Viewpoint, wholeEntry } from '../../core/reading/viewpoint';
import type { RenderContext } from '../../core/reading/entryWords';
import { escapeMarkdown } from '../../core/text/words';
import { leftOutWords, markdown, nameOf } from '../../core/tools/words/richText';
import { whyInShort } from '../../core/tools/facts/chain';
import type { AskResult, Result } from '../../core/tools/asked/question';
import { type Desk, limitRefusal } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { joinPath, uriIn, uriOf } from '../convert/uris';
import { type AnswerPage, COMMITTED } from '../protocol/protocol';
import type { Requests } from '../protocol/requests';

/** What a codex answers from its viewpoint. */
export function renderContextOf(desk: Desk, codex: LiveCodex): RenderContext {
  const view = desk.viewOf(codex);
  const href = hrefAt(desk, codex, view);
  const contextOf = (setting: string): RenderContext | null => {
    const other = desk.codices.inSetting(codex, setting);
    return other && renderContextOf(desk, other);
  };
  return { ...view, href, whyOf: (entry) => whyOf(view, entry, href), contextOf };
}

/** The URI of an entry as the viewpoint sees it; null where nothing can be opened. */
export function hrefAt(desk: Desk, codex: LiveCodex, view: Viewpoint): (entry: Entry) => string | null {
  const href = hrefIn(desk, codex, commitsOfView(view));
  return (entry) => {
    const whole = wholeEntry(view, entry);
    return whole ? href(whole) : null;
  };
}

/** The same entry now as the viewpoint sees; undefined where it has gone since. */
export function entryOfView(codex: LiveCodex, view: Viewpoint, entry: Entry): Entry | undefined {
  const whole = wholeEntry(view, entry);
  return whole && entryNow(codex, commitsOfView(view), whole);
}

function whyOf({ known }: Viewpoint, entry: Entry, href: RenderContext['href']): string | null {
  const story = whyInShort(known, entry);
  return story && markdown([story], href);
}

/** What was found; a refusal is shown to the author unchanged. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new ResponseError(ErrorCodes.InvalidParams, result.failure.message);
  return result.value;
}

/** An answer as a page; a refusal is shown to the author unchanged. @param commits those that it may name */
export function answerPage(desk: Desk, codex: LiveCodex, answered: AskResult, commits: Commits): AnswerPage {
  if (!answered.ok) throw new ResponseError(ErrorCodes.InvalidParams, answered.failure.message);
  const [first] = answered.prose;
  const read = [...commits.values()].flatMap((one) => (one.ok ? one : []));
  const leftOut = leftOutWords(commits).map((words) => `*${escapeMarkdown(words.replace(/^a/, 'A'))}*\n`);
  return {
    title: first?.parts.map(nameOf).join('') ?? '',
    markdown: [markdown(answered.prose, hrefIn(desk, codex, read)), ...leftOut].join('\n'),
  };
}

/** The commit of the viewpoint, if it is one. */
export const commitsOfView = ({ asOf }: Viewpoint): readonly CommitRead[] => (asOf?.kind === 'git' ? [asOf] : []);

/** The URI of an entry; null where nothing can be opened. @param commits those that the answer may tell of */
export const hrefIn =
  (desk: Desk, codex: LiveCodex, commits: readonly CommitRead[]) =>
  (entry: Entry): string | null => {
    const today = entryNow(codex, commits, entry);
    if (today) return uriIn(codex, today.path);
    const commit = desk.options.opensCommitted === true ? commitWith(commits, entry) : undefined;
    return commit ? committedUri(codex, commit, entry.path) : null;
  };

/** The same entry now; undefined where it has gone since. */
function entryNow(codex: LiveCodex, commits: readonly CommitRead[], entry: Entry): Entry | undefined {
  const commit = commitWith(commits, entry);
  return commit ? counterpart(knownAt(commit.canon, LATEST), codex.known, entry) : entry;
}

const commitWith = (commits: readonly CommitRead[], entry: Entry): CommitRead | undefined =>
  commits.find(({ canon }) => entryAt(canon, entry.path) === entry);

/** The URI of an established file: the present one, or the committed one where that is gone. @param file relative to the root of the codex */
export function baselineUri({ options }: Pick<Desk, 'options'>, codex: LiveCodex, file: string): string {
  const isGone = !codex.entryAt(joinPath(codex.root, file));
  return codex.baseline && isGone && options.opensCommitted === true
    ? committedUri(codex, codex.baseline.snapshot, file)
    : uriIn(codex, file);
}

/** The URI of a file as it was committed. @param file relative to the root of the codex */
export const committedUri = ({ root }: LiveCodex, { commit }: Pick<CommitRead, 'commit'>, file: string): string =>
  `${uriOf(joinPath(root, file)).replace(/^file:/, `${COMMITTED}:`)}?${commit}`;

/** Registers answers to the requests that only Retcon's own client makes. */
type Registers = <M extends keyof Requests>(
  method: M,
  answer: (params: Requests[M][0]) => Requests[M][1] | Promise<Requests[M][1]>,
) => void;

function refuse(error: unknown): never {
  throw limitRefusal(error);
}

/** What was typed before a question was asked, its answer knows of. */
export const answerRequests =
  (desk: Desk): Registers =>
  (method, answer) => {
    desk.connection.onRequest<unknown, void>(method, (params: Parameters<typeof answer>[0]): unknown => {
      desk.settle();
      try {
        const answered = answer(params);
        return answered instanceof Promise ? answered.catch(refuse) : answered;
      } catch (error) {
        return refuse(error);
      }
    });
  };

/** What an answer may show: everything known now, or what the knower of the viewpoint holds. */
export const knownIn = (codex: LiveCodex, { eyes, known }: Viewpoint): Known => (eyes ? known : codex.known);

/** Through whose eyes, and from where: what they hold is another picture at each point. */
export const eyesKey = ({ eyes, at, asOf }: Viewpoint): string =>
  eyes ? JSON.stringify([eyes.name, at?.text, asOf?.text]) : '';

/** A canon point as a view has it, which is that of one point already. */
export const pointInView = ({ asOf }: Viewpoint, given: string | undefined): string | undefined =>
  given === asOf?.text || given === LATEST.text ? undefined : given;
