/** package.json against what is really there: commands, settings, activation, what the package holds, the changelog. */
import path from 'node:path';
import picomatch from 'picomatch/posix';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import words from '../../package.nls.json';
import { RULES } from '../../server/src/core/rules';
import { QUESTIONS } from '../../server/src/core/tools/asked/questionList';
import { ASSISTANT_QUESTIONS, OPEN_PAGE, toolName } from '../../server/src/lsp/protocol/protocol';
import { languageModelTools } from '../../scripts/languageModelTools';
import { FILES, filesIn, importsOf, isThere, named, read, section, tableIn } from './sources';

const { contributes } = manifest;
/** What VS Code shows of us. */
const PICTURES = [
  manifest.icon,
  ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
  ...contributes.views.retcon.map(({ icon }) => icon),
  ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg)),
];
const COMMANDS = contributes.commands.map(({ command }) => command).sort();

describe('commands', () => {
  const client = filesIn(['client/src'], /\.ts$/).map(read).join('\n');

  it('that are contributed are registered, and the other way round', () => {
    const asked = QUESTIONS.flatMap(({ palette }) => palette.map(({ command }) => `retcon.${command}`));
    const registered = [...client.matchAll(/\bcommand\('(\w+)'/g)].map(([, name = '']) => `retcon.${name}`);
    expect([...registered, ...asked].sort(), 'client/src and contributes.commands must agree').toEqual(COMMANDS);
  });

  it('that the menus and the code name exist', () => {
    const items = Object.values(contributes.menus).flat();
    const menus = items.flatMap((item) => ('command' in item ? item.command : []));
    const buttons = [...read('package.nls.json').matchAll(/\(command:(retcon\.[\w.]+)/g)].map(([, name = '']) => name);
    const views = contributes.views.retcon.map(({ id }) => `${id}.focus`);
    const code = filesIn(['client/src', 'server/src'], /\.ts$/).flatMap((file) =>
      [...read(file).matchAll(/(?:command: |executeCommand(?:<\w+>)?\(|command:)['"`]?(retcon\.\w+)/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect(
      [...menus, ...code, ...buttons].filter((command) => ![...COMMANDS, ...views].includes(command)),
      'no such command',
    ).toEqual([]);
  });

  it('ask every question', () => {
    for (const question of QUESTIONS) {
      const context = [
        ...question.palette.map(({ command }) => command),
        ...(question.shownBy === undefined ? [] : [question.shownBy]),
      ];
      expect(context, `${question.name} has no command`).not.toEqual([]);
      for (const command of context) expect(COMMANDS).toContain(`retcon.${command}`);
    }
  });

  it('belong to Retcon, and have a title', () => {
    for (const { command, title, category } of contributes.commands) {
      expect(command).toMatch(/^retcon\.\w+$/);
      expect([title, category], `${command} in the palette`).toEqual([
        `%${command.replace('retcon', 'command')}%`,
        'Retcon',
      ]);
    }
  });
});

describe('the palette', () => {
  type State = Readonly<Record<string, string | number | boolean>>;
  const UNDEFINED = 'undefined';
  /** Whether a `when` of the palette holds: parts with `&&` between them, each a key or a comparison. */
  const holds = (when: string, state: State): boolean =>
    when.split(' && ').every((part) => {
      const [, key = '', sign, value] = /^(\S+?)(?: (==|!=) (\S+))?$/.exec(part) ?? [];
      const is = key === 'false' ? false : (state[key] ?? UNDEFINED);
      if (sign === undefined) return is !== false && is !== UNDEFINED;
      return (String(is) === value) === (sign === '==');
    });
  const shownIn = (state: State): string[] => {
    const conditions = new Map(contributes.menus.commandPalette.map(({ command, when }) => [command, when]));
    return COMMANDS.filter((command) =>
      holds(conditions.get(command) ?? 'retcon.always', { ...state, 'retcon.always': true }),
    );
  };

  it('has sixteen entries in a world, and the others under one of them', () => {
    const setUp = { 'retcon.state': 'ready', 'retcon.isSetUp': true, workspaceFolderCount: 1 };
    expect(shownIn(setUp).map((command) => command.slice(7))).toEqual([
      'asSeenBy',
      'declare',
      'guide',
      'kin',
      'knows',
      'makeSecret',
      'more',
      'restore',
      'retconValue',
      'retract',
      'reveal',
      'review',
      'searchLore',
      'share',
      'timeline',
      'wasTrueAt',
    ]);
  });

  it('offers to set up a world whose notes use our keys already', () => {
    const notSetUp = { 'retcon.state': 'ready', 'retcon.isSetUp': false, workspaceFolderCount: 1 };
    expect(shownIn(notSetUp)).toEqual(expect.arrayContaining(['retcon.init', 'retcon.wasTrueAt']));
  });

  it('has nothing that needs a world where there is none', () => {
    expect(shownIn({ 'retcon.state': 'dormant', workspaceFolderCount: 1 })).toEqual([
      'retcon.guide',
      'retcon.import',
      'retcon.init',
    ]);
    expect(shownIn({ workspaceFolderCount: 0 })).toEqual(['retcon.guide']);
    expect(shownIn({ 'retcon.state': 'failed', workspaceFolderCount: 1 })).toContain('retcon.restart');
  });

  it('leaves out nothing that no other place has', () => {
    const elsewhere = new Set(
      Object.entries(contributes.menus).flatMap(([menu, items]) =>
        menu === 'commandPalette' ? [] : items.map(({ command }) => command),
      ),
    );
    const hidden = contributes.menus.commandPalette
      .filter(({ when }) => when === 'false')
      .map(({ command }) => command);
    const byCode = ['retcon.apply', 'retcon.compare', 'retcon.compareText', 'retcon.lookAtFork', 'retcon.open'];
    expect(hidden.filter((command) => !elsewhere.has(command)).sort()).toEqual(byCode);
  });
});

it('the tools for an assistant are the questions that the client answers, as they are asked everywhere', () => {
  expect(contributes.languageModelTools, 'npm run docs writes them').toEqual(languageModelTools());
  const client = read('client/src/assistants.ts');
  expect(client.match(/registerTool/g)).toHaveLength(2);
  expect(contributes.languageModelTools.map(({ name }) => name)).toEqual(
    [...ASSISTANT_QUESTIONS, OPEN_PAGE].map((name) => toolName(name)),
  );
  for (const { id } of contributes.mcpServerDefinitionProviders) expect(client).toContain(`register('${id}'`);
});

it('every setting is described, typed and has a default', () => {
  const settings: Record<string, object> = contributes.configuration.properties;
  for (const [name, setting] of Object.entries(settings)) {
    expect(name).toMatch(/^retcon\./);
    expect(Object.keys(setting), name).toEqual(expect.arrayContaining(['type', 'default', 'markdownDescription']));
  }
});

it('wakes up for a codex, for markdown and for a link to a rule, and for nothing else', () => {
  expect([...manifest.activationEvents].sort()).toEqual([
    'onLanguage:markdown',
    'onUri',
    'workspaceContains:**/codex.yaml',
  ]);
  expect(manifest.capabilities.untrustedWorkspaces.supported, 'nothing in a codex is ever executed').toBe(true);
});

it('names files that are there', () => {
  const files = [...PICTURES, ...contributes.grammars.map(({ path }) => path)].map((file) => file.replace(/^\.\//, ''));
  expect(
    files.filter((file) => !FILES.includes(file)),
    'commit it, or do not name it',
  ).toEqual([]);
  const built = [manifest.main, manifest.bin.retcon].map((file) => /^(?:\.\/)?dist\/(\w+)\.js$/.exec(file)?.[1]);
  for (const name of built) expect(read('scripts/build.mjs'), `build.mjs makes ${name}`).toContain(`'${name}'`);
});

it('says in package.nls.json what people read, and nothing else', () => {
  const keys = [...read('package.json').matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key);
  expect([...new Set(keys)].sort()).toEqual(Object.keys(words).sort());
});

describe('the package', () => {
  const [everything, ...patterns] = read('.vscodeignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isKept = picomatch(
    patterns.map((pattern) => pattern.replace(/^!/, '')),
    { dot: true },
  );
  const bundles = [
    'dist/client.js',
    ...filesIn(['media/pages'], /\.ts$/).map((file) => `dist/page-${path.basename(file, '.ts')}.js`),
    'dist/server.js',
    'dist/cli.js',
    'dist/lore.js',
    'dist/program.js',
    'dist/importTools.js',
    'dist/sdk.js',
    'dist/sql-wasm.wasm',
    'dist/THIRD-PARTY-NOTICES.txt',
  ];
  const kept = [...FILES, ...bundles].filter((file) => isKept(file));

  it('leaves out everything but what is named', () => {
    expect(everything).toBe('**');
    expect(patterns.filter((pattern) => !pattern.startsWith('!'))).toEqual([]);
  });

  it('holds bundles, what they read, and what is read of them', () => {
    const wanted =
      /^(?:package(?:\.nls(?:\.[\w-]+)?)?\.json|l10n\/bundle\.l10n\.[\w-]+\.json|README\.md|CHANGELOG\.md|LICENSE|dist\/[\w-]+\.js|dist\/sql-wasm\.wasm|dist\/THIRD-PARTY-NOTICES\.txt|media\/(?:walkthrough\/|pages\/)?[\w-]+\.(?:png|css|svg|js)|syntaxes\/[\w.-]+\.json|schemas\/codex\.json|docs\/(?:guide|reference|rules)\/.+\.md|docs\/images\/.+\.webp)$/;
    expect(
      kept.filter((file) => !wanted.test(file)),
      'sources, tests and tools stay out: see .vscodeignore',
    ).toEqual([]);
  });

  it('has all that the extension shows', () => {
    const pages = RULES.map(({ code }) => `docs/rules/${code}.md`);
    const guide = filesIn(['docs/guide', 'docs/reference'], /\.md$/);
    const wanted = [...bundles, 'README.md', 'CHANGELOG.md', 'LICENSE', ...PICTURES, ...pages, ...guide];
    const styles = [
      ...filesIn(['client/src'], /\.ts$/).flatMap((file) =>
        [...read(file).matchAll(/joinPath\(media, '([^']+)'\)/g)].map(([, name = '']) => `media/${name}`),
      ),
      ...filesIn(['media/pages'], /\.ts$/).map((file) => file.replace(/\.ts$/, '.css')),
    ];
    expect(
      [...wanted, ...styles].filter((file) => !kept.includes(file)),
      'name it in .vscodeignore with a !',
    ).toEqual([]);
  });
});

it('the changelog has a heading for the version in package.json', () => {
  expect(read('CHANGELOG.md'), `add a heading ## [${manifest.version}]`).toContain(`\n## [${manifest.version}]`);
});

it('every dependency has its reason in docs/architecture.md, and every reason its dependency', () => {
  const reasoned = tableIn(section(read('docs/architecture.md'), 'Dependencies')).flatMap(([name = '']) => named(name));
  expect(reasoned.sort(), 'the table under "Dependencies"').toEqual(Object.keys(manifest.devDependencies).sort());
});

/** What the build leaves out of a package that asks for it: the engines of gray-matter. */
const UNBUNDLED: ReadonlySet<string> = new Set(['js-yaml']);

it('what is bundled may be: every licence lets it be passed on under ours', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { license?: string; dependencies?: Record<string, string> }>;
  };
  const bundled = new Set(
    filesIn(['client/src', 'server/src'], /\.ts$/)
      .flatMap(importsOf)
      .map(({ from }) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? '')
      .filter((name) => name in manifest.devDependencies),
  );
  const placesOf = (name: string) =>
    Object.entries(packages).filter(([place]) => place.endsWith(`node_modules/${name}`));
  for (const name of bundled)
    for (const [, { dependencies = {} }] of placesOf(name))
      for (const one of Object.keys(dependencies)) if (!UNBUNDLED.has(one)) bundled.add(one);
  expect(bundled.size).toBeGreaterThan(5);
  const allowed = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0']);
  const licences = [...bundled].flatMap((name) =>
    placesOf(name).map(([place, { license = 'none' }]) => ({ place, license })),
  );
  expect(
    licences.filter(({ license }) => !allowed.has(license)),
    'bundle nothing that asks for more',
  ).toEqual([]);
});

it('every dependency is pinned', () => {
  const loose = Object.entries(manifest.devDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
  expect(loose, 'write the exact version').toEqual([]);
});

it('.ci/run calls the test command of the README', () => {
  expect(isThere('README.md') && read('README.md')).toContain('npm test');
  expect(read('.ci/run')).toContain('npm test');
});
