/** What an import would write into an empty folder. */
import { planImport } from '../../server/src/core/imports/plan';
import { type ExportFiles, filesByPath, type ImportedWorld } from '../../server/src/core/imports/world';
import { filesInZip, markdownOf } from '../../server/src/otherTools/importTools';
import { zipOf } from './kankaCampaign';

/** The texts of all files, by path. */
export function pagesOf(world: ImportedWorld): ReadonlyMap<string, string> {
  const folder = {
    places: new Map(),
    written: new Map(),
    parts: new Map(),
    exists: () => false,
    digestAt: () => null,
    textAt: () => null,
  };
  const tools = {
    digestOf: (text: string) => text,
    digestOfPart: (text: string) => text,
    digestOfFile: (from: string) => from,
    markdownOf,
  };
  return new Map(
    planImport(world, 'a tool', folder, tools).files.flatMap(({ path, text }) => (text === null ? [] : [[path, text]])),
  );
}

/** A zip as it is read. */
export function exportOf(files: Record<string, unknown>): ExportFiles {
  const found = filesInZip(zipOf(files), { files: 1000, bytes: 1e7 });
  if (typeof found === 'string') throw new Error(found);
  return { name: 'world.zip', files: filesByPath(found.paths, found.get) };
}
