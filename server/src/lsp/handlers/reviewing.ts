/** Answers the page on which an author goes through the retcons since a canon point, and tells when it has become another one. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver/node';
import type { Canon, CommitRead } from '../../core/canon';
import type { Part } from '../../core/tools/prose';
import type { Result } from '../../core/tools/question';
import { type ReviewedPage as ToldPage, reviewSteps, undeclaredSteps } from '../../core/tools/review/review';
import { answering } from './ownRequests';
import { type Area, codexAsked } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { type Phrase, REVIEW_CHANGED, type ReviewedPage } from '../protocol/protocolReview';
import { inSlices, toTheEnd } from '../session/slices';
import { hrefIn } from './toldPlaces';

/** How many changes that nobody declared are told. */
const MOST_UNDECLARED = 100;

export const answerReviews: Area = (desk) => {
  const on = answering(desk);
  /** What each codex was when it was last answered of, until it is told that it is another one. */
  const answered = new Map<LiveCodex, Canon>();
  const meant = (root: string | undefined): LiveCodex =>
    desk.codices.all().find((codex) => codex.root === root) ?? codexAsked(desk);

  /** Looks up the commits that may be named, and says how their entries are opened. */
  const asked = async (root: string | undefined, since: string) => {
    const codex = meant(root);
    const commits = await desk.committed.readFor(codex, since);
    const read: CommitRead[] = [...commits.values()].flatMap((one) => (one.ok ? one : []));
    const href = hrefIn(desk, codex, read);
    const phrase = (part: Part): Phrase => {
      if (typeof part === 'string') return { text: part };
      const { text, entry, isStrong } = part;
      const uri = entry ? href(entry) : null;
      return { text, ...(uri !== null && { uri }), ...(isStrong && { isStrong }) };
    };
    answered.set(codex, codex.canon);
    return { codex, commits, phrase };
  };

  on('retcon/review', async ({ since, codex: root, skip, take }) => {
    const { codex, commits, phrase } = await asked(root, since);
    const pageOf = ({ entry, facts, ...page }: ToldPage): ReviewedPage => ({
      ...page,
      page: phrase({ text: entry.title, entry }),
      facts: facts.map((fact) => ({ ...fact, about: fact.about.map(phrase), value: phrase(fact.value) })),
    });
    const question = { since: since === '' ? undefined : since, skip, take };
    const review = valueOf(await toTheEnd(reviewSteps(codex.canon, question, codex.currentText, commits)));
    return {
      codex: codex.root,
      since: review.since,
      total: review.total,
      retcons: review.retcons.map(({ told, sources, changes, old, by, ...retcon }) => ({
        ...retcon,
        told: told.map(phrase),
        sources: sources.map(phrase),
        changes: changes.map(({ about, was, is }) => ({
          about: about.map(phrase),
          was: was.map(phrase),
          is: is.map(phrase),
        })),
        old: pageOf(old),
        by: pageOf(by),
      })),
    };
  });

  on('retcon/undeclared', async ({ since, codex: root }) => {
    // From the beginning on, everything is new.
    if (since === '') return { changes: [], total: 0, added: 0 };
    const { codex, commits, phrase } = await asked(root, since);
    const question = { since, take: MOST_UNDECLARED };
    const { canon } = codex;
    // Where all is looked at, who types on is not kept waiting: what is found then is of no use any more.
    const found = await inSlices(undeclaredSteps(canon, question, commits), () => codex.canon === canon);
    if (found === null) return null;
    const { changes, ...counts } = valueOf(found);
    return {
      ...counts,
      changes: changes.map((one) => ({
        ...one,
        about: one.about.map(phrase),
        told: one.told.map(phrase),
        by: one.by.map(phrase),
      })),
    };
  });

  desk.whenResting(() => {
    for (const [codex, canon] of [...answered]) {
      if (codex.canon === canon) continue;
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
