/** Answers the page on which an author goes through the retcons since a canon point, and tells when it has become another one. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Canon, CommitRead } from '../../core/canon';
import { ERRATA_FILE } from '../../core/codex/errata';
import type { Result } from '../../core/tools/asked/question';
import { reviewSteps, undeclaredSteps } from '../../core/tools/review/review';
import { answerRequests } from './ownRequests';
import { type Area, codexFor } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { sent } from '../convert/send';
import { REVIEW_CHANGED } from '../protocol/protocolReview';
import { saysTheSame } from '../session/sameCanon';
import { inSlices, toTheEnd } from '../session/slices';
import { hrefIn } from './renderContext';

/** How many undeclared changes are listed. */
const MOST_UNDECLARED = 100;

export const answerReviews: Area = (desk) => {
  const on = answerRequests(desk);
  /** The canon of each codex when it was last answered, until the page is notified that it has changed. */
  const answered = new Map<LiveCodex, Canon>();

  /** Looks up the commits that may be named, and says how their entries are opened. */
  const params = async (root: string | undefined, since: string) => {
    const codex = codexFor(desk, root);
    const commits = await desk.committed.readFor(codex, since);
    const read: CommitRead[] = [...commits.values()].flatMap((one) => (one.ok ? one : []));
    const href = hrefIn(desk, codex, read);
    answered.set(codex, codex.canon);
    return { codex, commits, href };
  };

  on('retcon/review', async ({ since, codex: root, skip, take }) => {
    const { codex, commits, href } = await params(root, since);
    const question = { since: since === '' ? undefined : since, skip, take };
    const review = valueOf(await toTheEnd(reviewSteps(codex.canon, question, codex.currentText, commits)));
    return { ...sent(review, href), codex: codex.root };
  });

  on('retcon/undeclared', async ({ since, codex: root }) => {
    // From the beginning on, everything is new.
    if (since === '') return { changes: [], total: 0, added: 0 };
    const { codex, commits, href } = await params(root, since);
    const question = { since, take: MOST_UNDECLARED, errata: codex.currentText(ERRATA_FILE) };
    const { canon } = codex;
    const compared = await desk.committed.comparableOf(codex, commits);
    // The comparison of everything gives way to typing: its result would be out of date.
    const found = await inSlices(undeclaredSteps(compared, question, commits), () => saysTheSame(codex, canon));
    return found && sent(valueOf(found), href);
  });

  desk.whenResting(() => {
    for (const [codex, canon] of [...answered]) {
      if (saysTheSame(codex, canon)) continue;
      answered.delete(codex);
      void desk.connection.sendNotification(REVIEW_CHANGED, codex.root);
    }
  });
  return {};
};

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new ResponseError(ErrorCodes.InvalidParams, result.failure.message);
  return result.value;
}
