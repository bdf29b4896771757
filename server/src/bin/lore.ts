/** The thread as the language server starts it. */
import { load } from './compiled';

load('server', (program) => void program.searchProse());
