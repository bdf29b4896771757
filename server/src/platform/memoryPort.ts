/** How memory is given back to the machine. */

export interface Memory {
  /** Gives back what was let go of, where that is much. @param isWanted asked before each of the times, which take some 30 ms */
  giveBack(isWanted: () => boolean): Promise<void>;
  /** The same a while later. */
  giveBackLater(isWanted: () => boolean): void;
}
