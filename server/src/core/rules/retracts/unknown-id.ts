/** A `retracts` that names no entry. */
import { unknownTargets } from '../targets';
import type { Rule } from '../rule';

export const unknownRetracted: Rule = {
  code: 'retracts/unknown-id',
  severity: 'error',
  of: ['declarations'],
  check: (judged) => unknownTargets(judged, 'retracts'),
};
