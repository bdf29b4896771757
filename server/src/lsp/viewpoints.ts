/** The viewpoint of each codex, kept until the server ends: read anew in every canon, since codex.yaml may change what it means. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver/node';
import type { ServerCapabilities } from 'vscode-languageserver/node';
import type { Canon } from '../core/canon/canon';
import { erasUsed } from '../core/features/eras';
import { nowOf, type Viewpoint, viewFrom } from '../core/features/viewpoint';
import { canonPointAsked, worldDateAsked } from '../core/tools/question';
import { answering } from './asked';
import { codexAsked, codexMeant, type Desk } from './desk';
import type { LiveCodex } from './liveCodex';
import { pathOf } from './places';
import { type Chosen, VIEWPOINT_CHANGED, type ViewpointState } from './protocol';

export interface Viewpoints {
  /** Now, where nothing is chosen, or where what is chosen can no longer be read. */
  readonly of: (codex: LiveCodex) => Viewpoint;
  /** What is wrong with what was chosen, in words; null: nothing. */
  readonly choose: (codex: LiveCodex, chosen: Chosen) => string | null;
  readonly problemOf: (codex: LiveCodex) => string | null;
}

interface Read {
  readonly canon: Canon;
  readonly view: Viewpoint;
  readonly problem: string | null;
}

export function keepViewpoints(): Viewpoints {
  const chosenBy = new WeakMap<LiveCodex, Chosen>();
  const reads = new WeakMap<LiveCodex, Read>();
  const look = (codex: LiveCodex): Read => {
    const { canon } = codex;
    let found = reads.get(codex);
    if (found?.canon !== canon) reads.set(codex, (found = read(canon, chosenBy.get(codex) ?? {})));
    return found;
  };
  return {
    of: (codex) => look(codex).view,
    problemOf: (codex) => look(codex).problem,
    choose(codex, chosen) {
      const { problem } = read(codex.canon, chosen);
      if (problem !== null) return problem;
      chosenBy.set(codex, chosen);
      reads.delete(codex);
      return null;
    },
  };
}

function read(canon: Canon, { at, asOf }: Chosen): Read {
  const date = at === undefined ? null : worldDateAsked(canon, at);
  const point = asOf === undefined ? null : canonPointAsked(canon, asOf);
  const failed = [date, point].find((one) => one?.ok === false);
  if (failed?.ok === false) return { canon, view: nowOf(canon), problem: failed.failure.message };
  const isLatest = point?.ok !== true || point.value.kind === 'latest';
  const view = viewFrom(canon, date?.ok === true ? date.value : null, isLatest ? null : point.value);
  return { canon, view, problem: null };
}

export const answerViewpoints = (desk: Desk, viewpoints: Viewpoints): ServerCapabilities => {
  const on = answering(desk);
  const stateAt = (uri: string | undefined): ViewpointState | null => {
    const codex = codexMeant(desk, uri);
    return codex && !codex.isDormant ? stateOf(viewpoints, codex) : null;
  };
  let given: { readonly uri: string | undefined; readonly told: string } | null = null;
  on('retcon/viewpoint', ({ uri }) => {
    const state = stateAt(uri);
    given = { uri, told: JSON.stringify(state) };
    return state;
  });
  desk.whenResting(() => {
    if (!given || JSON.stringify(stateAt(given.uri)) === given.told) return;
    given = null;
    void desk.connection.sendNotification(VIEWPOINT_CHANGED);
  });
  on('retcon/setViewpoint', ({ uri, ...chosen }) => {
    const codex = codexAsked(desk, uri);
    const problem = viewpoints.choose(codex, chosen);
    if (problem !== null) throw new ResponseError(ErrorCodes.InvalidParams, problem);
    // Nothing was typed, but what is shown may differ now.
    desk.rest();
    return stateOf(viewpoints, codex);
  });
  on('retcon/viewpointChoices', ({ uri }) => {
    const codex = codexAsked(desk, uri);
    const entry = uri === undefined ? undefined : codex.entryAt(pathOf(uri) ?? uri);
    const eras = erasUsed(codex.known).map(({ name, dates }) => ({
      name,
      dates: dates.map(({ date, entry: dated }) => ({ text: date.text, ...(dated && { title: dated.title }) })),
    }));
    return { here: entry?.date?.date?.text ?? null, eras };
  });
  return {};
};

function stateOf(viewpoints: Viewpoints, codex: LiveCodex): ViewpointState {
  const { at, asOf } = viewpoints.of(codex);
  const problem = viewpoints.problemOf(codex);
  return {
    at: at?.text ?? null,
    asOf: asOf?.text ?? null,
    present: codex.canon.codex.present?.text ?? null,
    ...(problem !== null && { problem }),
  };
}
