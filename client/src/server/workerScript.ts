/** The script of the browser worker: the program that is built for node, which sets up nothing of node that a worker lacks. */

/** The program is a function that takes what CommonJS modules have. @param home the folder of the extension, as a URI */
export const workerScript = <Text>(program: Text, home: string): (Text | string)[] => [
  'const run = ',
  program,
  `;
const refuse = (name) => { throw new Error(name + ' is not there in a browser'); };
const program = { exports: {} };
run(program.exports, refuse, program, '', '');
program.exports.serveInWorker(self, ${JSON.stringify(home)});`,
];
