/** Has node keep what it compiles for the next start, where it can: from 22.1 on. Imported before what is to be kept. */
import module from 'node:module';
import path from 'node:path';
import { cacheFolder } from '../workspace/cacheFolder';

// The types are of the oldest node that we run on. A folder that can't be written to is no error of it.
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
enableCompileCache?.(path.join(cacheFolder(), 'compiled'));
