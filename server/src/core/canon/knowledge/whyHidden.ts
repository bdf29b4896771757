/** Why a page is not shown, for its author; and whether a picture is. */
import type { WorldDate } from '../../chronology';
import { audienceAt } from '../../codex/pathRules';
import type { Entry } from '../../entry/entry';
import type { WhyHidden } from '../model/canonValue';
import { entryAt } from '../model/canon';
import { isDoubtful, type Learner, timesIn, timesOfPage } from './learning';
import type { Look } from './look';
import { firstLearned } from './moments';

/** @param page of the canon that is looked at, which is not shown */
export function whyHidden(look: Look, page: Entry): WhyHidden {
  const entry = entryAt(look.all.canon, page.path);
  if (!entry || !look.all.has(entry)) return { why: page.draft ? 'draft' : 'told' };
  if (isDoubtful(look.all, entry)) return { why: 'doubt' };
  const first = firstLearned(timesOfPage(look.learner, entry), null);
  return first?.text != null ? { why: 'later', from: first.text } : { why: 'never' };
}

/** By what codex.yaml says of the folder alone. */
export function isFolderOpen({ known, knower }: Learner, path: string, until: WorldDate | null): boolean {
  const given = audienceAt(known.canon.codex, path);
  return given === null || given.some((name) => firstLearned(timesIn(known, knower, name), until) !== undefined);
}
