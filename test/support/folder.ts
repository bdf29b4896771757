/** A codex on disk for a test, all of which must be readable. */
import type { CanonHost } from '../../server/src/core/host';
import { openFolder } from '../../server/src/workspace/openFolder';

export const openWhole = (root: string): CanonHost =>
  openFolder(root, (path, reason) => {
    throw new Error(`${path}: ${reason}`);
  });
