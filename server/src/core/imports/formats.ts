/** The tools whose exports are read, and which of them has made one. */
import { isCalendarFile, readCalendarFile } from './calendarFile';
import { isKanka, readKanka } from './kanka';
import { isLegendKeeper, readLegendKeeper } from './legendKeeper';
import { isTable, readTable } from './table';
import { isWorldAnvil, readWorldAnvil } from './worldAnvil';
import type { ExportFiles, ImportChoices, ImportedWorld, ImportTools } from './world';

export interface ImportFormat {
  /** As a call names it. */
  readonly name: string;
  /** As its users call it. */
  readonly tool: string;
  readonly isIt: (given: ExportFiles) => boolean;
  readonly read: (given: ExportFiles, tools: ImportTools, choices: ImportChoices) => ImportedWorld;
}

/** Those that are recognised for certain first. */
export const FORMATS: readonly ImportFormat[] = [
  { name: 'kanka', tool: 'Kanka', isIt: isKanka, read: readKanka },
  { name: 'legendkeeper', tool: 'LegendKeeper', isIt: isLegendKeeper, read: readLegendKeeper },
  { name: 'worldanvil', tool: 'World Anvil', isIt: isWorldAnvil, read: readWorldAnvil },
  { name: 'calendar', tool: 'Fantasy-Calendar or Calendarium', isIt: isCalendarFile, read: readCalendarFile },
  { name: 'csv', tool: 'a table', isIt: isTable, read: readTable },
];
