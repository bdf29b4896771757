/** The language server as the editor starts it. */
import { load } from './compiled';

const { program, keep } = load('server');
void program.serve(keep);
