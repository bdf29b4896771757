/** What client and server say to each other for an assistant in the editor: answers as it is given them, fenced, and in words. */
import type { AskParams } from './protocol';

/** The questions that an assistant in the editor can ask: what a writer needs, of the pages as they stand on the screen. */
export const ASSISTANT_QUESTIONS = ['was_true_at', 'lookup', 'lore', 'chain', 'brief', 'verify'] as const;

/** What only the editor knows: the page that the author looks at, as it stands there, and the viewpoint. */
export const OPEN_PAGE = 'open_page';

/** By which VS Code knows a tool. */
export const toolName = (name: string): string => `retcon_${name}`;

export interface AssistantRequests {
  /** As `retcon/ask`; what can't be answered is told as well. */
  'retcon/askAsTool': [AskParams, string];
  /** @param unsaved the files whose text on the screen is not on the disk */
  'retcon/openPage': [{ readonly uri: string; readonly unsaved: readonly string[] }, string];
}
