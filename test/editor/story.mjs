/** The main story: an author declares a retcon and fixes all that follows from it, and never types an id or a date. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './editor.mjs';
import { appears, until, walkThrough } from './hands.mjs';

/** Pages that another author left in the codex. `check` reports something in each. */
const SLIPS = {
  'tales/the-drowned-market.md': `---
title: The Drowned Market
type: tale
date: c. 350 TA
canon: session-46
sorces: [cutting-of-the-long-bridge]
---

On still mornings the ferrymen hear bargaining under the water. It is about eels.
`,
  'tales/song-of-the-axe.md': `---
titel: The Song of the Axe
type: song
date: c. 345 TA
canon: session-47
supersedes:
  - id: ballad-of-the-long-bridge
    as_of: 312 TA
---

It has the same tune as the [other one](../events/cutting-of-the-long-bridge.md), and forty other verses.
`,
};

/** A scene of the example comes too early on purpose. */
const isAFault = ({ code }) => code !== 'knowledge/too-early';

const steps = {
  'an entry that is opened shows its retcon': async ({ see, page, openInExplorer, shots }) => {
    // A file is moved by cutting and pasting it, for which a browser asks.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openInExplorer('events', 'cutting-of-the-long-bridge.md');
    await see.lens('supersedes').waitFor();
    await shots('entry');
  },

  'a retcon of it is declared by choosing': async ({ see, page, command, shots }) => {
    await command('Retcon: Retcon This Page');
    await see.row('Everything it says').waitFor();
    await shots('scope');
    await page.keyboard.press('Enter');
    for (const [step, name] of ['manner', 'date', 'title', 'decided'].entries()) {
      await see.prompt(`(${step + 1}/5)`).waitFor();
      await shots(name);
      if (name === 'title') await page.keyboard.type('The Haft in the Fire');
      await page.keyboard.press('Enter');
    }
    await see.prompt('(5/5)').waitFor();
    await shots('reasons');
    await page.keyboard.type('Two hands are on the haft, and one of them is burned.');
    await see.row('one of them is burned').waitFor();
    await page.keyboard.press('Enter');
    await see.tab('the-haft-in-the-fire.md').waitFor();
    await see.lens('supersedes The Cutting').waitFor();
    await shots('new-entry');
  },

  'another value is chosen in place of the one carried over': async ({ see, page, shots }) => {
    await page.keyboard.press('Control+Space');
    await see.choice('Maric').waitFor();
    await shots('values');
    await see.choice('Maric').click();
    await see.word('maric').waitFor();
    await shots('value');
  },

  'both ends have a lens, and the chain is in the view': async ({ see, page, save, openInExplorer, shots, text }) => {
    await save();
    await until(
      async () => (await text('events/the-haft-in-the-fire.md')).includes('cause: "[[maric]]"'),
      'the value is not in the file',
    );
    await page.locator('.activitybar [aria-label^="Retcon"]').first().click();
    await see.treeRow('The Fall of the Long Bridge').waitFor();
    await shots('versions');
    await page.locator('.activitybar [aria-label^="Explorer"]').first().click();
    await openInExplorer('cutting-of-the-long-bridge.md');
    await see.lens('superseded by').waitFor();
    await shots('old-end');
  },

  'problems of files that nobody has opened are listed': async ({ see, page, shots, problemsAgree }) => {
    // All rows must be seen: the window is made higher, and the list is drawn up.
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.keyboard.press('Control+Shift+M');
    await see.problem('312 TA').waitFor();
    const { y } = await page.locator('.part.panel').boundingBox();
    for (const sash of await page.locator('.monaco-sash.horizontal').all()) {
      const box = await sash.boundingBox();
      if (box === null || Math.abs(box.y - y) > 8 || box.width < 600) continue;
      await page.mouse.move(box.x + 200, box.y + 1);
      await page.mouse.down();
      await page.mouse.move(box.x + 200, box.y - 320, { steps: 4 });
      await page.mouse.up();
    }
    await see.problem('sorces').waitFor();
    await problemsAgree();
    await shots('problems');
  },

  'slips are corrected in the whole codex at once': async ({ mend, gone, shots }) => {
    await mend('sorces', 'Correct all 2 misspelt keys in the codex', () => shots('fixes-of-a-slip'));
    await gone('sorces');
    await gone('titel');
  },

  'what depends on the old version is mended': async ({ mend, gone, see, shots }) => {
    await see.problem('the-drowned-market').waitFor();
    await mend('is superseded by the-haft', 'Rest this on the-haft-in-the-fire instead', () =>
      shots('fixes-of-a-source'),
    );
    await gone('is superseded by the-haft');
  },

  'a date is taken from the entry that has it': async ({ mend, gone, shots }) => {
    await mend('not 312 TA', 'Change to c. 340 TA', () => shots('fixes-of-a-date'));
    await gone('312 TA');
  },

  'a fact that was dropped is carried forward': async ({ mend, gone, shots }) => {
    await mend('ballad-of-the-long-bridge says that', 'Carry', () => shots('fixes-of-a-dropped-fact'));
    await gone('ballad-of-the-long-bridge says that');
    await shots('problems-left');
  },

  'the missing reason is typed where it belongs': async ({ mend, gone, see, page, shots }) => {
    await mend('Nothing says why', 'reason', () => shots('fixes-of-a-missing-reason'));
    // The caret goes there by itself, a moment later.
    await see.status('Ln 11').waitFor();
    await page.keyboard.type('A better rhyme for haft was found.');
    await gone('Nothing says why');
    await shots('reason-given');
  },

  'a contradiction is marked as intentional': async ({ mend, gone, page, shots }) => {
    await mend('death of lysa', 'Keep both (intentional)', () => shots('fixes-of-a-dispute'));
    await gone('death of lysa');
    await mend('mother of lysa', 'Keep both (intentional)', () => shots('fixes-of-a-dispute'));
    await gone('mother of lysa');
    await shots('no-problems');
    // To the list, and out of it.
    for (let times = 2; times > 0; times--) await page.keyboard.press('Control+Shift+M');
  },

  'links to old versions are updated at once': async ({ see, openInExplorer, fix, shots, save }) => {
    await openInExplorer('houses', 'house-vyr.md');
    await see.word('The Founding of House').click();
    await fix('Point all 2 stale links', () => shots('fixes-of-a-link'));
    await save();
    await shots('all-mended');
  },

  'check reports nothing but the scene that comes too early on purpose': ({ noFaults }) => noFaults(),

  'the new entry is renamed, and all its mentions are shown first': async ({
    see,
    page,
    openInExplorer,
    shots,
    shortName,
    save,
    text,
  }) => {
    await openInExplorer('the-drowned-market.md');
    await see.word('the-haft-in-the-fire').click();
    await page.keyboard.press('F2');
    await page.locator('.rename-box input:focus').waitFor();
    await shortName('the-haft');
    await shots('new-name');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Apply', exact: true }).waitFor();
    await shots('preview');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.locator('.explorer-folders-view .monaco-list-row[aria-label^="the-haft.md"]').waitFor();
    await save();
    await until(
      async () => (await text('tales/the-drowned-market.md')).includes('sources: [the-haft]'),
      'the source is not renamed',
    );
    await until(
      async () => (await text('tales/song-of-the-axe.md')).includes('(../events/the-haft.md)'),
      'the link is not renamed',
    );
    await shots('renamed');
  },

  'the file is moved, and links follow': async ({ page, shots, save, text, inExplorer }) => {
    await inExplorer('the-haft.md').click();
    await page.keyboard.press('Control+X');
    await inExplorer('sessions').click();
    await page.keyboard.press('Control+V');
    // VS Code itself asks whether links may be changed along.
    await page.getByRole('button', { name: 'OK', exact: true }).waitFor();
    await shots('moving');
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    await until(async () => (await text('sessions/the-haft.md')).includes('maric'), 'it is not there');
    // The link is changed some time after the file has moved.
    await until(async () => {
      await save();
      return (await text('tales/song-of-the-axe.md')).includes('(../sessions/the-haft.md)');
    }, 'the link has not followed');
    await shots('moved');
  },

  'nothing has broken': async ({ page, noFaults, problemsAgree }) => {
    await noFaults();
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel', { hasText: 'aldric learns of what-lysa-counted' }).waitFor();
    await problemsAgree();
    await page.keyboard.press('Control+Shift+M');
  },

  'both states can be asked for': async ({ see, page, command, shots }) => {
    await command('Retcon: What Was True');
    await see.prompt('1 of 3').waitFor();
    await page.keyboard.type('The Fall of the Long');
    await see.row('Long Bridge').waitFor();
    await page.keyboard.press('Enter');
    await see.prompt('2 of 3').waitFor();
    await page.keyboard.press('Enter');
    await see.prompt('3 of 3').waitFor();
    await shots('as-known-when');
    await page.keyboard.press('Enter');
    await see.answer.filter({ hasText: 'Maric' }).waitFor();
    await shots('answer');
  },

  'the move is undone': async ({ page, shots, save, text, inExplorer }) => {
    await inExplorer('the-haft.md').click();
    await page.keyboard.press('Control+Z');
    await until(async () => (await text('events/the-haft.md')).includes('maric'), 'it is not where it was');
    // The link is changed some time after the file has moved.
    await until(async () => {
      await save();
      return (await text('tales/song-of-the-axe.md')).includes('(../events/the-haft.md)');
    }, 'the link does not lead back');
    await shots('undone');
  },
};

export const testStory = () =>
  walkThrough({
    title: 'the story of an author',
    shots: 'story',
    steps,
    prepare: async (codex) => {
      for (const [file, text] of Object.entries(SLIPS)) await writeFile(path.join(codex, file), text);
    },
    more: ownHands,
  });

/** What only this author does. */
function ownHands({ codex, page, see, shot, inTheme, save }) {
  let shown = 0;
  const type = page.keyboard.type.bind(page.keyboard);
  page.keyboard.type = async (text, options) => {
    if (/\d|[a-z]-[a-z]/.test(text)) throw new Error(`"${text}" is typed, and looks like an id or a date`);
    await type(text, options);
  };
  /** @param goThere where the caret is not in the right place yet */
  const fix = async (offer, look, goThere) => {
    // What has just been mended may still be on its way, and may move the rows of a list: then the author starts again.
    await until(async () => {
      await goThere?.();
      await page.keyboard.press('Control+.');
      if (await appears(see.fix(offer))) return true;
      await page.keyboard.press('Escape');
      return false;
    }, `"${offer}" is not offered`);
    await look();
    await see.fix(offer).click();
    await see.fix(offer).waitFor({ state: 'hidden' });
  };
  const inExplorer = (name) => page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`);
  const told = async () => JSON.parse(await check(codex)).diagnostics;
  return {
    /** What a file holds; nothing, as long as there is none. */
    text: (file) => readFile(path.join(codex, file), 'utf8').catch(() => ''),
    /** What can be seen now, in both themes. */
    shots: async (name) => {
      shown++;
      for (const theme of ['light', 'dark']) {
        await inTheme(theme);
        await shot(`${theme}/${String(shown).padStart(2, '0')}-${name}`);
      }
    },
    /** Clicks through folders to a file. */
    openInExplorer: async (...names) => {
      for (const name of names) await inExplorer(name).click();
      await see.tab(names.at(-1)).waitFor();
    },
    /** Opens the problem from the list, and takes what is offered. */
    mend: (problem, offer, look) =>
      fix(offer, look, async () => {
        await see.problem(problem).click();
        await page.keyboard.press('Enter');
        await page.locator('.monaco-editor.focused').first().waitFor();
      }),
    fix,
    inExplorer,
    shortName: (name) => type(name),
    gone: (problem) => see.problem(problem).waitFor({ state: 'detached' }),
    /** Saves until check reports no fault: a fix that was just chosen may still be on its way into a file. */
    noFaults: async () => {
      let left;
      await until(
        async () => {
          await save();
          left = (await told()).filter(isAFault);
          return left.length === 0;
        },
        () => JSON.stringify(left),
      );
    },
    /** Waits until the list of problems says what the command line says; hints are in no list. */
    problemsAgree: async () => {
      const wanted = (await told())
        .filter(({ severity }) => severity !== 'hint')
        .map(({ severity, message, range: { start } }) => {
          const kind = severity[0].toUpperCase() + severity.slice(1);
          return `${kind}: ${message} at line ${start.line + 1} and character ${start.character + 1}.`;
        })
        .sort();
      let listed;
      await until(
        async () => {
          const rows = await page
            .locator('.markers-panel .monaco-list-row')
            .evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
          listed = rows.flatMap((row) => /^(?:Error|Warning|Info): .* and character \d+\./s.exec(row) ?? []).sort();
          return JSON.stringify(listed) === JSON.stringify(wanted);
        },
        () => `listed: ${listed.join('\n')}\nreported by check: ${wanted.join('\n')}`,
      );
    },
  };
}

/** What the command line says of the codex, whatever it thinks of it. */
const check = (codex) =>
  new Promise((resolve, reject) => {
    const words = [path.join(root, 'dist/cli.js'), 'check', '--root', codex, '--format', 'json'];
    execFile(process.execPath, words, (error, out) => (out === '' ? reject(error) : resolve(out)));
  });
