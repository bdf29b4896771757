/** The tools whose exports are read, and which of them has made one. */
import { isKanka, readKanka } from './kanka';
import type { ExportFiles, ImportedWorld, ImportTools } from './world';

export interface ImportFormat {
  /** As a call names it. */
  readonly name: string;
  /** As its users call it. */
  readonly tool: string;
  readonly isIt: (given: ExportFiles) => boolean;
  readonly read: (given: ExportFiles, tools: ImportTools) => ImportedWorld;
}

export const FORMATS: readonly ImportFormat[] = [{ name: 'kanka', tool: 'Kanka', isIt: isKanka, read: readKanka }];
