/** Questions as tests ask them: in one call, with the parameters as properties. */
import type { Canon, Commits } from '../../server/src/core/canon';
import type { Entry } from '../../server/src/core/entry/entry';
import { atOnce } from '../../server/src/core/text/groups';
import type { AskSurroundings } from '../../server/src/core/tools';
import { askChain as chain } from '../../server/src/core/tools/facts/chain';
import { diffSteps } from '../../server/src/core/tools/facts/diff';
import { knowsSteps } from '../../server/src/core/tools/facts/knows';
import { askFork as fork, logSteps } from '../../server/src/core/tools/facts/log';
import { askLookup as lookup } from '../../server/src/core/tools/facts/lookup';
import { askWasTrueAt as wasTrueAt } from '../../server/src/core/tools/facts/wasTrueAt';
import { familySteps } from '../../server/src/core/tools/pictures/family';
import { successionSteps } from '../../server/src/core/tools/pictures/succession';
import { type TimelineQuestion, timelineSteps } from '../../server/src/core/tools/pictures/timeline';

type Words = Readonly<Partial<Record<string, string>>>;
type At = { readonly at?: string | undefined; readonly asOf?: string | undefined };
type Part = { readonly limit?: string | undefined; readonly cursor?: string | undefined };
export type WasTrueAtQuestion = At & Part & { readonly entity: string; readonly attribute?: string | undefined };

const around = (commits: Commits = new Map(), errata: string | null = null): AskSurroundings => ({
  commits,
  textOf: (file) => (file === 'errata.yaml' ? errata : null),
});

const given = ({ asOf, ...words }: Words): Words => ({ ...words, as_of: asOf });

export const askWasTrueAt = (canon: Canon, question: WasTrueAtQuestion, commits?: Commits) =>
  wasTrueAt(canon, given(question), around(commits));
export const askLookup = (canon: Canon, question: At & { readonly name: string }, commits?: Commits) =>
  lookup(canon, given(question), around(commits));
export const askChain = (canon: Canon, { name, why }: { readonly name: string; readonly why?: boolean }) =>
  chain(canon, { name, why: why === true ? '' : undefined });
export const askFork = (canon: Canon, { name }: { readonly name?: string | undefined }) => fork(canon, { name });
export const askKnows = (canon: Canon, question: At & Part & { readonly knower: string; readonly entity?: string }) =>
  atOnce(knowsSteps(canon, given(question), around()));
export const askLog = (
  canon: Canon,
  { errata, ...words }: Part & { readonly since?: string; readonly errata?: string | undefined },
  commits?: Commits,
) => atOnce(logSteps(canon, words, around(commits, errata)));
export const askDiff = (
  canon: Canon,
  {
    errata,
    about,
    ...words
  }: Part & {
    readonly from: string;
    readonly to?: string | undefined;
    readonly errata?: string | undefined;
    readonly about?: Entry;
  },
  commits?: Commits,
) => atOnce(diffSteps(canon, words, around(commits, errata), about));
export const askFamily = (canon: Canon, question: At & { readonly entity: string; readonly generations?: string }) =>
  atOnce(familySteps(canon, given(question), around()));
export const askSuccession = (canon: Canon, question: At & Part & { readonly entity: string }) =>
  atOnce(successionSteps(canon, given(question), around()));
export const askTimeline = (canon: Canon, { entities, ...question }: TimelineQuestion) =>
  atOnce(timelineSteps(canon, { ...given(question), entity: entities?.join('\n') }, around()));
