/** The language server as the editor starts it. */
import { startServer } from '../lsp/server';

startServer();
