/** A retraction that does not say why. */
import { missingReasons } from '../targets';
import type { Rule } from '../rule';

export const noReasonToRetract: Rule = {
  code: 'retracts/missing-reason',
  severity: 'info',
  of: ['declarations'],
  check: (judged) => missingReasons(judged, 'retracts'),
};
