/** What client and server say to each other of briefs. */

/** A brief, to be handed on as it is. */
export interface BriefCopied {
  readonly text: string;
  readonly tokens: number;
}

export interface BriefRequests {
  /** Of the scene in a file, or of a topic where there is none. `for`: whom it is for, where the author says it. */
  'retcon/brief': [{ readonly uri?: string; readonly topic?: string; readonly for?: string }, BriefCopied];
}
