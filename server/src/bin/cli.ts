#!/usr/bin/env node
/** The command `retcon`. */
import { load } from './compiled';

const args = process.argv.slice(2);
const word = /^[a-z]+$/.exec(args[0] ?? '')?.[0] ?? 'retcon';
load(word === 'lsp' ? 'server' : word, (program, keep) => {
  void program.runCommandLine(args, __filename, keep).then((status) => {
    process.exitCode = status;
    // Serving has only begun; and a call that is refused (2) may name no command.
    if (word !== 'lsp' && status < 2) void keep();
  });
});
