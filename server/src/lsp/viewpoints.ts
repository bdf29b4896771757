/** The viewpoint of each codex, kept until the server ends: read anew in every canon, since codex.yaml may change what it means. */
import { CodeLensRefreshRequest, ErrorCodes, InlayHintRefreshRequest, ResponseError } from 'vscode-languageserver/node';
import type { ServerCapabilities } from 'vscode-languageserver/node';
import type { Canon } from '../core/canon/canon';
import { nowOf, type Viewpoint, viewFrom } from '../core/features/viewpoint';
import { canonPointAsked, worldDateAsked } from '../core/tools/question';
import { codexMeant, type Desk } from './desk';
import type { LiveCodex } from './liveCodex';
import type { Chosen, ViewpointState } from './protocol';

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
  const { connection } = desk;
  connection.onRequest('retcon/viewpoint', ({ uri }: { readonly uri?: string }) => {
    desk.settle();
    const codex = codexMeant(desk, uri);
    return codex && !codex.isDormant ? stateOf(viewpoints, codex) : null;
  });
  connection.onRequest('retcon/setViewpoint', ({ uri, ...chosen }: Chosen & { readonly uri?: string }) => {
    desk.settle();
    const codex = codexMeant(desk, uri);
    if (!codex) throw new ResponseError(ErrorCodes.InvalidRequest, 'open the folder that holds your notes first.');
    const problem = viewpoints.choose(codex, chosen);
    if (problem !== null) throw new ResponseError(ErrorCodes.InvalidParams, problem);
    refresh();
    return stateOf(viewpoints, codex);
  });
  /** Has the editor ask again for what it keeps showing. */
  function refresh(): void {
    const { codeLens, inlayHint } = desk.editor.workspace ?? {};
    if (codeLens?.refreshSupport === true) void connection.sendRequest(CodeLensRefreshRequest.type);
    if (inlayHint?.refreshSupport === true) void connection.sendRequest(InlayHintRefreshRequest.type);
  }
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
