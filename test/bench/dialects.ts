/** The servers that are measured: ours, and its peers from npm, each with what it requires of an editor. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Dialect } from './session';

/** @param project the folder of the project, which is built */
export const ours = (project: string): Dialect => ({
  command: [path.join(project, 'dist/server.js'), '--stdio'],
  language: 'markdown',
  isPulled: true,
  initializationOptions: { hearsStatus: true },
});

const peersOf = (project: string) => path.join(project, 'test/bench/node_modules');

/** It does not support markdown: it is given only the frontmatter. */
export const yamlServer = (project: string): Dialect => ({
  command: [path.join(peersOf(project), 'yaml-language-server/bin/yaml-language-server'), '--stdio'],
  language: 'yaml',
  isPulled: false,
  settings: { yaml: { validate: true, hover: true, completion: true, schemaStore: { enable: false } } },
});

/** The server of VS Code's own markdown extension: it has the editor read its files and parse them, so we do. */
export const markdownServer = (project: string): Dialect => ({
  command: [path.join(peersOf(project), 'vscode-markdown-languageserver/dist/node/workerMain.js'), '--stdio'],
  language: 'markdown',
  isPulled: true,
  initializationOptions: { markdownFileExtensions: ['md'] },
  settings: {
    markdown: {
      suggest: { paths: { enabled: true, includeWorkspaceHeaderCompletions: 'never' } },
      occurrencesHighlight: { enabled: true },
      validate: {
        enabled: true,
        referenceLinks: { enabled: 'warning' },
        fragmentLinks: { enabled: 'warning' },
        fileLinks: { enabled: 'warning', markdownFragmentLinks: 'inherit' },
        ignoredLinks: [],
        unusedLinkDefinitions: { enabled: 'hint' },
        duplicateLinkDefinitions: { enabled: 'warning' },
      },
    },
  },
  answers: (root) => {
    const MarkdownIt = createRequire(path.join(peersOf(project), 'x.js'))('markdown-it') as new (
      options: object,
    ) => {
      parse(text: string, env: object): readonly object[];
    };
    const parser = new MarkdownIt({ html: true });
    const read = (uri: string): string => fs.readFileSync(fileURLToPath(uri), 'utf8');
    return {
      'markdown/parse': ({ uri, text }: { uri: string; text?: string }) => parser.parse(text ?? read(uri), {}),
      'markdown/fs/readFile': ({ uri }: { uri: string }) => [...fs.readFileSync(fileURLToPath(uri))],
      'markdown/fs/stat': ({ uri }: { uri: string }) => {
        const stat = fs.statSync(fileURLToPath(uri), { throwIfNoEntry: false });
        return stat && { isDirectory: stat.isDirectory() };
      },
      'markdown/fs/readDirectory': ({ uri }: { uri: string }) =>
        fs
          .readdirSync(fileURLToPath(uri), { withFileTypes: true })
          .map((item) => [item.name, { isDirectory: item.isDirectory() }]),
      'markdown/findMarkdownFilesInWorkspace': () =>
        fs
          .readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.md'))
          .map((file) => pathToFileURL(path.join(root, file)).href),
    };
  },
});
