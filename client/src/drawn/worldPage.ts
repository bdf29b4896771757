/** "Your World": the page on which set-up ends. It says what was understood of the notes, what was not, and what can be done next. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { WorldAnswer, WorldPlace } from '../../../server/src/lsp/protocol/protocolFolder';
import { command } from '../openPlace';
import { sendRequest } from '../server/languageServer';
import { webPage } from './savePicture';

const { t } = vscode.l10n;

/** How often, and at what interval in milliseconds, the server is asked whether it has read a folder that was set up just now. */
const [TIMES, APART] = [40, 250];

const COMMANDS = ['open', 'timeline', 'retconValue', 'chooseFacts', 'searchLore', 'share', 'guide'];

export interface WorldPage extends vscode.Disposable {
  /** @param folder that has just been set up, and may have to be read first; without it, the world in use */
  readonly show: (folder?: vscode.Uri) => Promise<void>;
  /** The same once more properties count, which may take a moment to be read. */
  readonly showWithMore: () => Promise<void>;
}

export function offerYourWorld(client: LanguageClient, { extensionUri }: vscode.ExtensionContext): WorldPage {
  const media = vscode.Uri.joinPath(extensionUri, 'media');
  let panel: vscode.WebviewPanel | undefined;
  let shown: vscode.Uri | undefined;

  const draw = (to: vscode.WebviewPanel, world: WorldAnswer): void => {
    const style = to.webview.asWebviewUri(vscode.Uri.joinPath(media, 'world.css'));
    to.webview.html = webPage(`style-src ${to.webview.cspSource}`, style, pageOf(world));
  };
  const open = (): vscode.WebviewPanel => {
    const opened = vscode.window.createWebviewPanel('retcon.world', t('Your World'), vscode.ViewColumn.Active, {
      enableCommandUris: [...COMMANDS.map((name) => `retcon.${name}`), 'retcon.decide.focus'],
      localResourceRoots: [media],
    });
    opened.iconPath = vscode.Uri.joinPath(media, 'icon.png');
    opened.onDidDispose(() => {
      panel = undefined;
    });
    // What was decided while it was hidden is counted again; a page that is looked at stays as it is under the reader's hand.
    let wasVisible = true;
    opened.onDidChangeViewState(async () => {
      const isBack = opened.visible && !wasVisible;
      wasVisible = opened.visible;
      const world = isBack && (await sendRequest(client, 'retcon/yourWorld', ofFolder(shown)));
      if (world) draw(opened, world);
    });
    return opened;
  };
  /** How many properties counted when the page was last drawn. */
  let counted = 0;
  const show = async (folder?: vscode.Uri, isAwaited: (world: WorldAnswer) => boolean = () => true): Promise<void> => {
    const world = await whenRead(client, folder, isAwaited);
    if (!world) return;
    shown = folder;
    counted = world.propertyCount;
    panel ??= open();
    draw(panel, world);
    panel.reveal();
  };
  const commands = command('yourWorld', () => show());
  return {
    show: (folder) => show(folder),
    showWithMore: () => show(panel ? shown : undefined, (world) => world.propertyCount > counted),
    dispose: () => vscode.Disposable.from(commands, ...(panel ? [panel] : [])).dispose(),
  };
}

const ofFolder = (folder: vscode.Uri | undefined) => (folder ? { folder: folder.toString() } : {});

async function whenRead(
  client: LanguageClient,
  folder: vscode.Uri | undefined,
  isAwaited: (world: WorldAnswer) => boolean,
): Promise<WorldAnswer | null | undefined> {
  for (let i = 1; ; i++) {
    const world = await sendRequest(client, 'retcon/yourWorld', ofFolder(folder));
    if (world === undefined || i === TIMES || (world !== null && isAwaited(world))) return world;
    await new Promise((resolve) => setTimeout(resolve, APART));
  }
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const number = (n: number): string => n.toLocaleString(vscode.env.language);
/** A link that runs a command. @param given are put into JSON */
const linkTo = (name: string, given: readonly unknown[], words: string, more = ''): string =>
  `<a ${more}href="command:${name}?${escaped(encodeURIComponent(JSON.stringify(given)))}">${words}</a>`;
const openAt = ({ uri, range }: WorldPlace, words: string): string =>
  linkTo('retcon.open', [uri, range], escaped(words));
const titled = (place: WorldPlace): string => openAt(place, place.title);

const notesCounted = (n: number): string => (n === 1 ? t('1 note') : t('{0} notes', number(n)));
const factsCounted = (n: number): string => (n === 1 ? t('1 fact') : t('{0} facts', number(n)));
const datesCounted = (n: number): string => (n === 1 ? t('1 date') : t('{0} dates', number(n)));

export function pageOf(world: WorldAnswer): string {
  const { name, notes, dated, facts } = world;
  const sum = [
    notesCounted(notes),
    ...(facts > 0 ? [factsCounted(facts)] : []),
    ...(dated > 0 ? [datesCounted(dated)] : []),
  ].join(' · ');
  const steps = nextSteps(world).slice(0, 3);
  return `<main>
<header><p class="name">${escaped(name)}</p><h1>${t('Your World')}</h1><p class="sum">${escaped(sum)}</p></header>
<nav aria-label="${escaped(t('What next'))}"><ul>
${steps.map(({ to, given, words, why }) => `<li>${linkTo(to, given, `<strong>${escaped(words)}</strong><span>${escaped(why)}</span>`, 'class="step" ')}</li>`).join('\n')}
</ul></nav>
${[notesSection(world), datesSection(world), factsSection(world), secretsSection(world), unreadSection(world)].join('\n')}
<footer><p>${linkTo('retcon.open', [world.codexFile], escaped(t('Open codex.yaml')))}<span aria-hidden="true"> · </span>${linkTo('retcon.chooseFacts', [], escaped(t('Choose Which Properties Count…')))}</p>
<p>${escaped(t('This page is under Retcon: More…'))}</p></footer>
</main>`;
}

interface Step {
  readonly to: string;
  readonly given: readonly unknown[];
  readonly words: string;
  readonly why: string;
}

/** The most useful first. */
function nextSteps(world: WorldAnswer): Step[] {
  const { contradictions, firstContradiction, facts, properties, otherProperties, dated } = world;
  const step = (isUseful: boolean, to: string, words: string, why: string, given: readonly unknown[] = []): Step[] =>
    isUseful ? [{ to, given, words, why }] : [];
  const value = properties.find(({ kind }) => kind === 'state') ?? properties[0];
  const example = value?.example;
  const found = contradictions === 1 ? t('See 1 Contradiction') : t('See {0} Contradictions', number(contradictions));
  return [
    ...step(contradictions > 0, 'retcon.decide.focus', found, firstContradiction ?? ''),
    ...step(
      facts === 0 && otherProperties > 0,
      'retcon.chooseFacts',
      t('Choose Which Properties Count…'),
      t('No facts yet: choose which properties count.'),
    ),
    ...step(dated > 1, 'retcon.timeline', t('Open the Timeline'), t('{0} on one line', datesCounted(dated))),
    ...(value && example
      ? step(true, 'retcon.retconValue', t('Retcon a Value…'), `${example.title}: ${value.name} ${example.text}`, [
          example.uri,
          example.range.start,
        ])
      : []),
    ...step(true, 'retcon.searchLore', t('Search Lore'), t('Find what your notes say of anything.')),
    ...step(true, 'retcon.share', t('Share an Edition…'), t('A copy that holds only what its readers may know.')),
    ...step(true, 'retcon.guide', t('Read the Guide'), t('Five minutes with a small world.')),
  ];
}

const section = (heading: string, ...body: readonly string[]): string =>
  body.join('') === '' ? '' : `<section><h2>${escaped(heading)}</h2>${body.join('\n')}</section>`;
const paragraph = (words: string): string => `<p>${words}</p>`;

function notesSection({ notes, types }: WorldAnswer): string {
  const named = types.map(([type, count]) => `${type} (${number(count)})`).join(', ');
  return section(
    t('Notes'),
    paragraph(escaped(named === '' ? notesCounted(notes) : `${notesCounted(notes)}: ${named}`)),
  );
}

function datesSection({ notes, dated, date }: WorldAnswer): string {
  if (!date) return section(t('Calendar'), paragraph(escaped(t('No note has a date of your world at its top.'))));
  // What is read as it is written needs no arrow.
  const [first, ...more] = date.readAs;
  const as = first === date.text ? ['', ...more].join(', ') : ` → ${date.readAs.join(', ')}`;
  const read = `<span class="value">${escaped(date.text)}</span>${escaped(as)}`;
  return section(
    t('Calendar'),
    paragraph(escaped(t('{0} of {1} have a date.', number(dated), notesCounted(notes)))),
    paragraph(`${read}<span class="where"> ${titled(date)}</span>`),
  );
}

const KINDS = (): Readonly<Record<'constant' | 'state' | 'set', string>> => ({
  constant: t('never changes'),
  state: t('one at a time'),
  set: t('several at a time'),
});

function factsSection(world: WorldAnswer): string {
  const { facts, properties, propertyCount, otherProperties, contradictions } = world;
  const none =
    otherProperties > 0
      ? t('No facts yet: choose which properties count.')
      : t(
          'No facts yet: your notes have no properties. Add one at the top of a note, such as “home: Vyrhold”, and it can count.',
        );
  if (facts === 0) return section(t('Facts'), paragraph(escaped(none)));
  const rows = properties.map(
    ({ name, kind, facts: count, example }) =>
      `<tr><th scope="row">${escaped(name)}</th><td>${escaped(KINDS()[kind])}</td><td class="number">${number(count)}</td><td><span class="value">${escaped(example.text)}</span><span class="where"> ${titled(example)}</span></td></tr>`,
  );
  const head = [t('Property'), t('How it changes'), t('Facts'), t('Example')];
  const more = propertyCount - properties.length;
  return section(
    t('Facts'),
    paragraph(
      escaped(
        contradictions === 0
          ? t('No contradictions among {0}.', factsCounted(facts))
          : contradictions === 1
            ? t('1 contradiction among {0}.', factsCounted(facts))
            : t('{0} contradictions among {1}.', number(contradictions), factsCounted(facts)),
      ),
    ),
    `<table><thead><tr>${head.map((one) => `<th scope="col">${escaped(one)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`,
    more > 0 ? paragraph(escaped(more === 1 ? t('1 more property') : t('{0} more properties', number(more)))) : '',
  );
}

const secretsSection = ({ secrets }: WorldAnswer): string =>
  secrets === 0
    ? ''
    : section(t('Secrets'), paragraph(escaped(t('{0} that not everybody knows.', notesCounted(secrets)))));

/** What was not understood, in plain words; nothing where all was. */
function unreadSection({ unreadDates, unreadCount, broken, brokenCount, openLinks }: WorldAnswer): string {
  const listed = (items: readonly string[], count: number): string =>
    `<ul>${items.map((item) => `<li>${item}</li>`).join('')}${count > items.length ? `<li>${escaped(t('{0} more', number(count - items.length)))}</li>` : ''}</ul>`;
  const dates = unreadCount === 1 ? t('1 date can’t be read:') : t('{0} dates can’t be read:', number(unreadCount));
  const notes =
    brokenCount === 1
      ? t('The properties of 1 note can’t be read:')
      : t('The properties of {0} notes can’t be read:', number(brokenCount));
  const links =
    openLinks === 1
      ? t('1 link leads to a note that is not written yet.')
      : t('{0} links lead to notes that are not written yet.', number(openLinks));
  return section(
    t('Not Understood'),
    unreadCount > 0
      ? paragraph(escaped(dates)) +
          listed(
            unreadDates.map((one) => `${titled(one)}: ${escaped(one.text)}`),
            unreadCount,
          )
      : '',
    brokenCount > 0
      ? paragraph(escaped(notes)) +
          listed(
            broken.map(({ uri, title }) => linkTo('retcon.open', [uri], escaped(title))),
            brokenCount,
          )
      : '',
    openLinks > 0 ? paragraph(escaped(links)) : '',
  );
}
