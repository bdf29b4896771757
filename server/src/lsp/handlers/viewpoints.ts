/** The viewpoint of each codex, kept until the server ends, and read again in every canon, since codex.yaml may change its meaning. */
import { ErrorCodes, ResponseError, type ServerCapabilities } from 'vscode-languageserver';
import { type Canon, type Commits, knownAt } from '../../core/canon';
import { erasUsed } from '../../core/reading/entities';
import { knowerSteps, nowOf, type Viewpoint, viewFrom } from '../../core/reading/viewpoint';
import { eyesOf, isAuthor, refusal } from '../../core/tools/asked/forKnower';
import { readCanonPointParam, readWorldDateParam } from '../../core/tools/asked/question';
import { answerRequests } from './renderContext';
import { type Committed, requireCodex, codexInQuestion, type Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { toTheEnd } from '../session/slices';
import { pathOfUri } from '../convert/uris';
import { type Chosen, VIEWPOINT_CHANGED, type ViewpointState } from '../protocol/protocolViewpoint';

export interface Viewpoints {
  /** Now, where nothing is chosen, or where what is chosen can no longer be read. */
  readonly of: (codex: LiveCodex) => Viewpoint;
  /** What is wrong with what was chosen, in words; null: nothing. */
  readonly choose: (codex: LiveCodex, chosen: Chosen) => Promise<string | null>;
  readonly problemOf: (codex: LiveCodex) => string | null;
  /** Asks git again what the commit chosen is; whether it is another one now: a branch moves, a tag may be deleted. */
  readonly renew: (codex: LiveCodex) => Promise<boolean>;
}

interface Choice {
  readonly chosen: Chosen;
  /** What git said of it when it was asked last. */
  readonly commits: Commits;
}

const NOTHING: Choice = { chosen: {}, commits: new Map() };

interface Read {
  readonly canon: Canon;
  readonly view: Viewpoint;
  readonly problem: string | null;
}

export function keepViewpoints({ readFor }: Committed): Viewpoints {
  const choices = new WeakMap<LiveCodex, Choice>();
  /** What was asked for last, which may still be read. */
  const wanted = new WeakMap<LiveCodex, Chosen>();
  const reads = new WeakMap<LiveCodex, Read>();
  const choiceOf = (codex: LiveCodex): Choice => choices.get(codex) ?? NOTHING;
  const look = (codex: LiveCodex): Read => {
    const { canon } = codex;
    let found = reads.get(codex);
    if (found?.canon !== canon) reads.set(codex, (found = read(canon, choiceOf(codex))));
    return found;
  };
  const keep = (codex: LiveCodex, choice: Choice): void => {
    choices.set(codex, choice);
    reads.delete(codex);
  };
  return {
    of: (codex) => look(codex).view,
    problemOf: (codex) => look(codex).problem,
    async choose(codex, chosen) {
      wanted.set(codex, chosen);
      const choice = { chosen, commits: await readFor(codex, chosen.asOf) };
      const { problem } = read(codex.canon, choice);
      if (problem === null && wanted.get(codex) === chosen) keep(codex, choice);
      return problem;
    },
    async renew(codex) {
      const choice = choiceOf(codex);
      if (choice.commits.size === 0) return false;
      const commits = await readFor(codex, choice.chosen.asOf);
      // What was chosen meanwhile is newer than that.
      if (choiceOf(codex) !== choice || identityOf(commits) === identityOf(choice.commits)) return false;
      keep(codex, { ...choice, commits });
      return true;
    },
  };
}

const identityOf = (commits: Commits): string =>
  JSON.stringify([...commits.values()].map((one) => (one.ok ? one.commit : one.message)));

function read(canon: Canon, { chosen, commits }: Choice): Read {
  const failed = (problem: string): Read => ({ canon, view: nowOf(canon), problem });
  const point = readCanonPointParam(canon, chosen.asOf, commits);
  if (!point.ok) return failed(point.failure.message);
  // The codex.yaml of a commit rules its own answers.
  const date = chosen.at === undefined ? null : readWorldDateParam(knownAt(canon, point.value).canon, chosen.at);
  if (date?.ok === false) return failed(date.failure.message);
  const who = chosen.for === undefined || isAuthor(chosen.for) ? null : chosen.for;
  const at = date?.value ?? null;
  const eyes = who === null ? null : eyesOf(canon, point.value, who, at);
  if (eyes?.ok === false) return failed(eyes.failure.message);
  const asOf = point.value.kind === 'latest' ? null : point.value;
  return { canon, view: viewFrom(canon, at, asOf, eyes?.value ?? null), problem: null };
}

export const answerViewpoints = (desk: Desk, viewpoints: Viewpoints): ServerCapabilities => {
  const on = answerRequests(desk);
  const stateAt = (uri: string | undefined): ViewpointState | null => {
    const codex = codexInQuestion(desk, uri);
    return codex && !codex.isDormant ? stateOf(viewpoints, codex) : null;
  };
  let given: { readonly uri: string | undefined; readonly sent: string } | null = null;
  on('retcon/viewpoint', async ({ uri }) => {
    const codex = codexInQuestion(desk, uri);
    if (codex) await renew(desk, viewpoints, codex);
    const state = stateAt(uri);
    given = { uri, sent: JSON.stringify(state) };
    return state;
  });
  desk.whenResting(() => {
    if (!given || JSON.stringify(stateAt(given.uri)) === given.sent) return;
    given = null;
    void desk.connection.sendNotification(VIEWPOINT_CHANGED);
  });
  on('retcon/setViewpoint', async ({ uri, ...chosen }) => {
    const codex = requireCodex(desk, uri);
    const problem = await viewpoints.choose(codex, chosen);
    if (problem !== null) throw new ResponseError(ErrorCodes.InvalidParams, problem);
    // Nothing was typed, but what is shown may differ now.
    desk.rest();
    return stateOf(viewpoints, codex);
  });
  on('retcon/viewpointChoices', ({ uri }) => {
    const codex = requireCodex(desk, uri);
    const entry = uri === undefined ? undefined : codex.entryAt(pathOfUri(uri) ?? uri);
    const eras = erasUsed(codex.known).map(({ name, dates }) => ({
      name,
      dates: dates.map(({ date, entry: dated }) => ({ text: date.text, ...(dated && { title: dated.title }) })),
    }));
    return { here: entry?.date?.date?.text ?? null, eras };
  });
  on('retcon/knowers', ({ uri }) => toTheEnd(knowerSteps(requireCodex(desk, uri).known)));
  on('retcon/checkKnower', ({ uri, text }) => {
    const { canon } = requireCodex(desk, uri);
    return isAuthor(text) ? null : (refusal(canon, text)?.message ?? null);
  });
  return {};
};

/** Has the editor ask again for what it shows, where the commit that is looked from is another one now. */
async function renew(desk: Desk, viewpoints: Viewpoints, codex: LiveCodex): Promise<void> {
  if (await viewpoints.renew(codex)) desk.rest();
}

/** To be called when git has done something. */
export const renewsViewpoint =
  (desk: Desk, viewpoints: Viewpoints) =>
  (codex: LiveCodex): void =>
    void renew(desk, viewpoints, codex).catch((error: unknown) => desk.log(`viewpoint: ${String(error)}`));

function stateOf(viewpoints: Viewpoints, codex: LiveCodex): ViewpointState {
  const { at, asOf, eyes } = viewpoints.of(codex);
  const problem = viewpoints.problemOf(codex);
  return {
    at: at?.text ?? null,
    asOf: asOf?.text ?? null,
    for: eyes?.name ?? null,
    forTitle: eyes?.title ?? null,
    present: codex.canon.codex.present?.text ?? null,
    ...(problem !== null && { problem }),
  };
}
