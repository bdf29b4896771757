/** The types of release.mjs, for its test. */
type Manifest = Readonly<Record<string, unknown>>;

export function missingIn(manifest: Manifest): string[];
export function withRepository(
  manifest: Manifest,
  where: { readonly server: string; readonly repository: string; readonly publisher: string | undefined },
): Record<string, unknown>;
export function forNpm(manifest: Manifest, words: { readonly description: string }): Record<string, unknown>;
export function withAddresses(
  page: { readonly file: string; readonly text: string },
  where: { readonly repository: string; readonly version: string },
  isAway: (file: string) => boolean,
): string;
export function notesOf(changelog: string, version: string): string | undefined;
export function tagFault(tag: string | undefined, version: string): string | null;
