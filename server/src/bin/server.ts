/** The language server as a process of its own, which the editor's client starts. */
import { startServer } from '../lsp/server';

startServer();
