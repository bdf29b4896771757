/** Imports run one way: the table of rooms in docs/architecture.md, held against every file. */
import { describe, expect, it } from 'vitest';
import { filesIn, importsOf, named, namesFrom, namesIn, read, section, tableIn, withoutComments } from './sources';

interface Room {
  readonly name: string;
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
}

const ROOMS: readonly Room[] = tableIn(section(read('docs/architecture.md'), 'The rooms')).map(
  ([name = '', rooms = '', packages = '']) => ({
    name: named(name)[0] ?? '',
    rooms: named(rooms),
    packages: named(packages),
  }),
);
const SERVER = filesIn(['server/src'], /\.ts$/);
const CORE = filesIn(['server/src/core'], /\.ts$/);

/** `server/src/core/canon/truth/truth.ts` lies in `canon`, `server/src/core/host.ts` in `host`, `server/src/lsp/server.ts` in `lsp`; endings count for nothing. */
const roomOf = (file: string): string =>
  file
    .replace(/^server\/src\/(?:core\/)?/, '')
    .replace(/\.ts$/, '')
    .split('/')[0] ?? '';

describe('the rooms of docs/architecture.md', () => {
  it('are those of the server', () => {
    const used = [...new Set(SERVER.map(roomOf))].sort();
    expect(used, 'give each room a row in the table').toEqual(ROOMS.map(({ name }) => name).sort());
  });

  it('import only from rooms above them', () => {
    const wrong = ROOMS.flatMap(({ name, rooms }, i) =>
      rooms
        .filter((room) => !ROOMS.slice(0, i).some((above) => above.name === room))
        .map((room) => `${name} → ${room}`),
    );
    expect(wrong, 'reorder the table, or turn the import round').toEqual([]);
  });

  it.each(ROOMS)('$name imports no room and no package but its own', ({ name, rooms, packages }) => {
    const wrong = SERVER.filter((file) => roomOf(file) === name).flatMap((file) =>
      importsOf(file)
        .filter(({ from, file: target }) => {
          if (target === null) return !packages.includes(from);
          if (!target.startsWith('server/src/')) return target !== 'package.json';
          return roomOf(target) !== name && !rooms.includes(roomOf(target));
        })
        .map(({ from }) => `${file} imports ${from}`),
    );
    expect(
      wrong,
      `${name} may import ${[...rooms, ...packages].join(', ') || 'nothing'}: move the code, or the row`,
    ).toEqual([]);
  });
});

describe('the folders of a room', () => {
  const rows = tableIn(
    /^\| room \| folders [^]*/m.exec(section(read('docs/architecture.md'), 'The rooms'))?.[0] ?? '',
  ).map(([room = '', folders = '']) => [named(room)[0] ?? '', named(folders)] as const);

  it.each(rows)('of %s are those of its row, and import only those before them', (room, folders) => {
    const files = SERVER.filter((file) => roomOf(file) === room);
    const root = `${(files[0] ?? '').split(`/${room}/`)[0]}/${room}/`;
    const folderOf = (file: string): string =>
      file.startsWith(root) ? (/^(\w+)\//.exec(file.slice(root.length))?.[1] ?? '') : '';
    expect([...new Set(files.map(folderOf).filter((folder) => folder !== ''))].sort()).toEqual([...folders].sort());
    const wrong = files
      .filter((file) => folderOf(file) !== '')
      .flatMap((file) =>
        importsOf(file)
          .filter(({ file: target }) => target?.startsWith(root.slice(0, -1)))
          .filter(
            ({ file: target }) =>
              !folders.slice(0, folders.indexOf(folderOf(file)) + 1).includes(folderOf(`${target}/`)),
          )
          .map(({ from }) => `${file} imports ${from}`),
      );
    expect(wrong, 'move the code, or turn the import round').toEqual([]);
  });
});

describe.each(['chronology', 'canon'])('%s', (room) => {
  const folder = `server/src/core/${room}`;

  it('is imported by its index alone', () => {
    const wrong = filesIn(['server/src'], /\.ts$/)
      .filter((file) => !file.startsWith(`${folder}/`))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ file: target }) => target?.startsWith(`${folder}/`))
          .map(({ from }) => `${file} imports ${from}`),
      );
    expect(wrong, `import core/${room}, and add to its index what is missing there`).toEqual([]);
  });

  it('exports nothing from its index that nobody uses', () => {
    const used = new Set(SERVER.flatMap((file) => namesFrom(file, folder)));
    const shown = [...withoutComments(read(`${folder}/index.ts`)).matchAll(/\{([^}]*)\}/g)].flatMap(([, names = '']) =>
      namesIn(names),
    );
    expect(
      shown.filter((name) => !used.has(name)),
      'take it out of the index',
    ).toEqual([]);
  });
});

describe('a calendar', () => {
  it('is asked by the other rooms, which read no field of its declaration', () => {
    const field = /\.(?:asDeclared|epoch|yearZero|leap|weekdays|offsetDays|yearDays|defaultEra|eraNames|monthNames)\b/;
    const wrong = filesIn(['server/src', 'client/src', 'media'], /\.ts$/)
      .filter((file) => !/^server\/src\/core\/(?:chronology|codex)\//.test(file))
      .flatMap((file) => field.exec(withoutComments(read(file)))?.map((found) => `${file}: ${found}`) ?? []);
    expect(wrong, 'ask with a function of core/chronology, and add one where it is missing').toEqual([]);
  });
});

describe('the core', () => {
  it('knows no clock, no process, no editor and no chance', () => {
    const banned =
      /\bnew Date\b|\b(?:Date|performance|process|console|globalThis)\s*\.|\b(?:Date|setTimeout|setInterval|setImmediate|fetch|require|eval)\s*\(|\bMath\.random\b/;
    const wrong = CORE.flatMap((file) => {
      const found = banned.exec(withoutComments(read(file)));
      return found ? [`${file}: ${found[0]}`] : [];
    });
    expect(wrong, 'the core is pure: hand it in from a surface; in-world dates are core/chronology').toEqual([]);
  });

  it('uses no package but three pure ones', () => {
    const packages = CORE.flatMap((file) => importsOf(file).filter((one) => one.file === null));
    expect([...new Set(packages.map(({ from }) => from))].sort()).toEqual(['diff', 'tokenx', 'yaml']);
  });

  it('throws nothing but what is past a limit: bad lore is data', () => {
    const wrong = CORE.filter(
      (file) =>
        !file.endsWith('/canon/model/limits.ts') &&
        /\bthrow\b/.test(withoutComments(read(file)).replace(/'[^'\n]*'|`[^`]*`/g, '')),
    );
    expect(wrong, 'answer what could be read, and the problems').toEqual([]);
  });
});

/** The shapes of the messages between client and server, and the list of questions. */
const PROTOCOL =
  /^server\/src\/(?:lsp\/protocol\/\w+|core\/tools\/asked\/question(?:List|Parameters|OfBrief|OfClaims))$/;

describe('the client', () => {
  const files = filesIn(['client/src'], /\.ts$/);

  it('takes nothing from the server but the shapes of its messages', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter(({ file: target }) => target !== null && !target.startsWith('client/src/'))
        .filter(({ file: target }) => !PROTOCOL.test(target ?? ''))
        .map(({ from }) => `${file} imports ${from}`),
    );
    expect(wrong, 'ask the server for it: the client decides nothing').toEqual([]);
    const brought = SERVER.filter((file) => PROTOCOL.test(file.replace(/\.ts$/, ''))).flatMap((file) =>
      importsOf(file).filter(({ file: target, isType }) => !isType && !PROTOCOL.test(target ?? '')),
    );
    expect(brought, 'the protocol would bring the server into the client').toEqual([]);
  });

  it('uses VS Code and the language client only', () => {
    const packages = files.flatMap((file) => importsOf(file).filter((one) => one.file === null));
    expect([...new Set(packages.map(({ from }) => from))].sort()).toEqual([
      'vscode',
      'vscode-languageclient',
      'vscode-languageclient/browser',
      'vscode-languageclient/node',
    ]);
  });
});

describe('a page of ours', () => {
  const files = filesIn(['media'], /\.ts$/);

  it('takes nothing but shapes of messages, and pictures', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter(({ file: target }) => target !== null && !target.startsWith('media/'))
        .filter(({ file: target, isType }) => {
          if (target?.startsWith('server/src/core/picture/')) return false;
          return !isType || !/^(?:client\/src\/drawn\/\w+Messages|server\/src\/lsp\/protocol\/\w+)$/.test(target ?? '');
        })
        .map(({ from }) => `${file} imports ${from}`),
    );
    expect(wrong, 'have it sent: a page knows pictures, and no codex').toEqual([]);
  });

  it('uses d3 for gestures, and no other package', () => {
    const packages = files.flatMap((file) => importsOf(file).filter((one) => one.file === null));
    expect([...new Set(packages.map(({ from }) => from))].sort()).toEqual(['d3-selection', 'd3-zoom']);
  });
});

describe('truth', () => {
  it('is decided in core/canon, and worked out by no surface', () => {
    const deciding = /core\/canon\/(?:truth\/.*|retcons\/(?:clips|standing)|model\/segments|compare\/boundary)\.ts$/;
    const decided = filesIn(['server/src/core/canon'], /\.ts$/)
      .filter((file) => deciding.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/^export (?:function\*?|const) (\w+)/gm)].map(([, name = '']) => name),
      );
    const names = new Set(decided);
    const surfaces = filesIn(['server/src/lsp', 'server/src/cli', 'server/src/workspace', 'server/src/bin'], /\.ts$/);
    const wrong = surfaces.flatMap((file) =>
      namesFrom(file, 'server/src/core/canon')
        .filter((name) => names.has(name))
        .map((name) => `${file} imports ${name}`),
    );
    expect(wrong, 'ask a tool (core/tools) or a room of the editor (core/reading) instead').toEqual([]);
  });

  it('has one function that says what holds when', () => {
    const homesOf = (name: string) => CORE.filter((file) => new RegExp(`\\bfunction ${name}\\b`).test(read(file)));
    expect(homesOf('wasTrueAt')).toEqual(['server/src/core/canon/truth/truth.ts']);
    expect(homesOf('dovetailed')).toEqual(['server/src/core/canon/truth/dovetail.ts']);
  });
});
