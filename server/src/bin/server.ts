/** The language server as the editor starts it. */
import './compiled';

(await import('../lsp/server')).startServer();
