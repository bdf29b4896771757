/** How memory is given back to the machine. */

export interface Memory {
  /** Gives freed memory back, where there is much of it. @param isWanted asked before each collection, which takes some 30 ms */
  giveBack(isWanted: () => boolean): Promise<void>;
  /** The same a while later. */
  giveBackLater(isWanted: () => boolean): void;
}
