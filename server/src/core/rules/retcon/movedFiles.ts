/** Files that say what they said and lie elsewhere: nobody has touched what stands in them. */

/** A codex at one moment, by what stands for the text of each file. */
interface Blobs {
  readonly blobOf: (file: string) => string | null;
}

/** With where they lay. @param touched the files that are not as they were */
export function movedFiles(now: Blobs, then: Blobs, touched: ReadonlySet<string>): ReadonlyMap<string, string> {
  const gone = new Map<string, string>();
  for (const file of touched) {
    const blob = now.blobOf(file) === null ? then.blobOf(file) : null;
    if (blob !== null) gone.set(blob, file);
  }
  return new Map(
    [...touched].flatMap((file) => {
      const was = then.blobOf(file) === null ? gone.get(now.blobOf(file) ?? '') : undefined;
      return was === undefined ? [] : [[file, was] as const];
    }),
  );
}
