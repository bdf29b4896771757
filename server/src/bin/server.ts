/** The language server as the editor starts it. */
import { load } from './compiled';

load('server', (program, keep) => void program.serve(keep));
