/** A supersession that does not say why. */
import { missingReasons } from '../targets';
import type { Rule } from '../rule';

export const noReasonToSupersede: Rule = {
  code: 'supersedes/missing-reason',
  severity: 'info',
  of: ['declarations'],
  check: (judged) => missingReasons(judged, 'supersedes'),
};
