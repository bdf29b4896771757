/** A `canon` that is neither one of the revisions nor a day of ours. */
import { cutShort } from '../../text/wordLists';
import { nearRevision } from '../../codex/revisions';
import { changeTo } from '../relatedPlaces';
import type { Rule } from '../rule';

const MOST_QUOTED = 60;
/** Whether a day of ours is meant. */
export const isLikeADay = (text: string): boolean => /^\s*\d{4}-\d\d?-\d\d?\s*$/.test(text);

export const unknownRevision: Rule = {
  code: 'canon/unknown-revision',
  severity: 'error',
  of: ['unknownCanon'],
  *check({ known, entry }) {
    const canon = entry.unknownCanon;
    if (!canon || canon.text === '') return;
    const quoted = cutShort(MOST_QUOTED, canon.text);
    if (isLikeADay(canon.text)) {
      const message = `"${quoted}" is no day: write one like 2026-05-12.`;
      yield { span: canon.span, message, ...(known.canon.codex.revisions.length === 0 && { severity: 'info' }) };
      return;
    }
    if (known.canon.codex.revisions.length === 0) {
      const message = `No revisions are listed, so "${quoted}" can't be placed: list it under \`revisions\` in codex.yaml, or write a date like 2026-05-12.`;
      yield { span: canon.span, message, severity: 'info' };
      return;
    }
    const near = nearRevision(known.canon.codex, canon.text);
    const advice = near ? `Did you mean ${near}?` : 'List it there, or write a date like 2026-05-12.';
    const message = `"${quoted}" is none of the revisions in codex.yaml. ${advice}`;
    yield { span: canon.span, message, ...(near !== null && { fixes: [changeTo(entry, canon.span, near)] }) };
  },
};
