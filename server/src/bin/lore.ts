/** The thread as the language server starts it. */
import { load } from './compiled';

void load('server').program.searchProse();
