/** Words for the present of whoever asks, where a date of the world has to stand. */
import type { Codex } from './codex';

/** Says what to write instead; null where it is none of these words. */
export function insteadOfPresent({ present }: Codex, text: string): string | null {
  if (!/^(now|today|present|latest)$/i.test(text.trim())) return null;
  const instead =
    present === null ? ', and codex.yaml names no present' : `: write ${present.text}, the present of this codex`;
  return `"${text}" is no date of the world${instead}.`;
}
