/** What of a timeline is in sight, and how it is arranged: all that changes from one frame to the next. */
import type { Domain } from '../rulers/axis';

export type Grouping = 'entity' | 'type' | 'folder';

export interface TimelineView {
  readonly domain: Domain;
  /** Of the whole picture, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly scrollTop?: number;
  /** An index into `points`; without it everything known now. */
  readonly canon?: number;
  /** The world day asked about. */
  readonly at?: number | null;
  /** Without it, by entity. */
  readonly grouping?: Grouping;
  /** What is typed to narrow the picture down. */
  readonly filter?: string;
  /** The thing that is selected. */
  readonly selected?: number | undefined;
  /** The id of the entry whose page is open in the editor. */
  readonly open?: string | undefined;
  /** Of the column with the names of lanes. */
  readonly namesWidth?: number;
  /** Pixels by which each row of a lane is higher than it has to be: for a picture that is of little. */
  readonly rowSpare?: number;
}
