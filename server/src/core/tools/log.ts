/** Every retcon in canon order, with its reason. */
import { allEntries, type Canon } from '../canon/canon';
import { type Commits, knownAt, LATEST } from '../canon/canonPoint';
import { unknownAt } from '../canon/identity';
import { inRetconOrder, retconsOf } from '../canon/retcons';
import { heading, text } from './prose';
import { type Answered, canonPointAsked } from './question';
import { retconJson } from './shapes';
import { retconLines } from './told';

export interface LogQuestion {
  /** A canon point: only what was decided after it. */
  readonly since?: string | undefined;
}

export function askLog(canon: Canon, question: LogQuestion, commits?: Commits): Answered {
  const point = canonPointAsked(canon, question.since, commits);
  if (!point.ok) return point;
  const now = knownAt(canon, LATEST);
  const before = question.since === undefined ? null : knownAt(canon, point.value);
  const all = allEntries(canon).flatMap((entry) => retconsOf(now, entry));
  const retcons = inRetconOrder(now, before ? unknownAt(before, now, all) : all);
  const since = before ? ` since ${point.value.text}` : '';
  const count = retcons.length === 1 ? '1 retcon' : `${retcons.length} retcons`;
  return {
    ok: true,
    json: { retcons: retcons.map((retcon) => retconJson(now, retcon)) },
    prose: [
      heading(`${count}${since}`),
      ...(retcons.length === 0 ? [text('Nothing has been retconned.')] : []),
      ...retcons.flatMap((retcon) => retconLines(now, retcon)),
    ],
  };
}
