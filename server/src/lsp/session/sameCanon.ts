/** Whether a codex says what it said: one that has forgotten what was worked out goes on as another value, and says the same. */
import type { Canon } from '../../core/canon';
import type { LiveCodex } from './liveCodex';

/** @param canon that of the codex before */
export const saysTheSame = ({ canon: now }: LiveCodex, canon: Canon): boolean =>
  now.entries === canon.entries && now.codex === canon.codex && now.committed === canon.committed;
