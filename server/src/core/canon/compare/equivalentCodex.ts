/** Whether the entries of a canon mean under another codex.yaml what they mean under their own, and are judged alike but for its present. */
import { type Codex, revisionsBehind } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { findRevision } from '../../codex/revisions';
import { atOnce } from '../../text/steps';
import type { Canon } from '../model/canonValue';
import { tableEntries } from '../model/table';

const continued = new WeakMap<Canon, WeakMap<Codex, boolean>>();

/** @param codex another one, that may have more revisions, of which no entry knows */
export const readsTheSameUnder = (canon: Canon, codex: Codex): boolean => atOnce(readsTheSameSteps(canon, codex));

/** The same, an entry at a step, where it is not known already. */
export function* readsTheSameSteps(canon: Canon, codex: Codex): Generator<void, boolean> {
  let known = continued.get(canon);
  if (!known) continued.set(canon, (known = new WeakMap()));
  let found = known.get(codex);
  if (found === undefined) known.set(codex, (found = yield* knowsNoMore(canon, codex)));
  return found;
}

function* knowsNoMore(canon: Canon, codex: Codex): Generator<void, boolean> {
  const added = revisionsBehind(canon.codex, codex);
  if (!added || added.length === 0) return added !== null;
  const isNamed = (name: string | undefined): boolean =>
    name !== undefined && findRevision({ revisions: added }, name) !== undefined;
  // An ISO date has its place among the revisions.
  const isBefore = (time: number): boolean =>
    !Number.isFinite(time) || added.every(({ position }) => time < position.time);
  const knowsNone = ({ canon: place, unknownCanon, position, declarations }: Entry): boolean =>
    ![place?.text, unknownCanon?.text, ...declarations.map(({ asOf }) => asOf?.text)].some(isNamed) &&
    (!position || isBefore(position.time));
  for (const time of canon.committed?.times.values() ?? []) if (!isBefore(time)) return false;
  for (const [, entry] of tableEntries(canon.entries)) {
    if (!knowsNone(entry)) return false;
    yield;
  }
  return true;
}
