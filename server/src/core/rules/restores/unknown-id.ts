/** A `restores` that names no entry. */
import { unknownTargets } from '../targets';
import type { Rule } from '../rule';

export const unknownRestored: Rule = {
  code: 'restores/unknown-id',
  severity: 'error',
  of: ['declarations'],
  check: (judged) => unknownTargets(judged, 'restores'),
};
