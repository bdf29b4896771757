/** A `supersedes` that names no entry. */
import { unknownTargets } from '../targets';
import type { Rule } from '../rule';

export const unknownSuperseded: Rule = {
  code: 'supersedes/unknown-id',
  severity: 'error',
  of: ['declarations'],
  check: (judged) => unknownTargets(judged, 'supersedes'),
};
