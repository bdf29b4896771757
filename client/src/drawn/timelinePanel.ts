/** The panel of a picture of time: passes on what the server says of it, and does what its page asks for. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { ViewpointState } from '../../../server/src/lsp/protocol/protocolViewpoint';
import { type TimelineParams, TIMELINE_CHANGED } from '../../../server/src/lsp/protocol/protocolPictures';
import { sendRequest, whenStarted } from '../server/languageServer';
import { open, command } from '../openPlace';
import { pickDate, pickEntry } from '../asking/askPicks';
import { apply } from '../changing/dialogSteps';
import { drawPage, keepImage, savePicture, pickFormat } from './savePicture';
import type { PictureFormat, FromTimeline, Handles, TimelineState, ToTimeline } from './pageMessages';
import type { ViewRow } from '../../../server/src/lsp/protocol/protocol';
import { chosenOf } from '../viewpoint';

const { t } = vscode.l10n;

/** How long a handle rests before the editor looks from there, in milliseconds. */
const REST = 250;

interface TimelinePanel {
  readonly panel: vscode.WebviewPanel;
  /** Whose codex it is; undefined until it has been answered. */
  readonly codex: () => string | undefined;
  /** Shows something else in it. */
  readonly showOf: (of: TimelineParams) => Promise<void>;
  /** The codex has become another one. */
  readonly changed: () => Promise<void>;
  /** The editor looks from another point. */
  readonly follow: (handles: Handles, who: string | null) => void;
  readonly tellOpen: () => Promise<void>;
  readonly save: (as: PictureFormat) => Thenable<boolean>;
}

interface Shown {
  readonly client: LanguageClient;
  readonly panel: vscode.WebviewPanel;
  state: TimelineState;
  /** Where the handles of the picture stand. */
  handles: Handles;
  /** The number of the author's last move of a handle; 0: none since the page was loaded. */
  move: number;
  /** Through whose eyes the editor looks; null: the author's. */
  who: string | null;
  /** Counts what has been asked for, so that what comes too late is passed over. */
  asked: number;
  /** The codex has become another one while the panel was behind others. */
  isStale: boolean;
  rest: ReturnType<typeof setTimeout> | undefined;
  /** The editor was asked to take the viewpoint of the handles and has not yet done so: its viewpoint meanwhile does not matter. */
  isMoving: boolean;
}

/** @param handles where the editor looks from */
function fillPanel(
  client: LanguageClient,
  context: vscode.ExtensionContext,
  panel: vscode.WebviewPanel,
  state: TimelineState,
  handles: Handles,
  who: string | null,
): TimelinePanel {
  const shown: Shown = {
    client,
    panel,
    state,
    handles,
    move: 0,
    who,
    asked: 0,
    isStale: false,
    rest: undefined,
    isMoving: false,
  };
  panel.webview.onDidReceiveMessage((message: FromTimeline) => answer(shown, context, message));
  panel.onDidChangeViewState(() => {
    if (panel.visible && shown.isStale) void load(shown);
  });
  panel.onDidDispose(() => clearTimeout(shown.rest));
  // It makes an image of a drawing by showing it.
  drawPage(context, panel, 'picture', ['retcon.open'], 'img-src data:');
  return {
    panel,
    codex: () => shown.state.codex,
    async showOf(of) {
      shown.state = { ...of, isPinned: shown.state.isPinned };
      panel.reveal();
      await load(shown);
    },
    async changed() {
      if (panel.visible) await load(shown);
      else shown.isStale = true;
    },
    follow(moved, who) {
      shown.who = who;
      if (!shown.state.isPinned || shown.isMoving) return;
      shown.handles = moved;
      void tellHandles(shown);
    },
    tellOpen: () => tellOpen(shown),
    save: (as) => tell(shown, { shows: 'save', as }),
  };
}

const tell = ({ panel }: Shown, message: ToTimeline): Thenable<boolean> => panel.webview.postMessage(message);

const tellHandles = (shown: Shown): Thenable<boolean> =>
  tell(shown, { shows: 'viewpoint', handles: shown.handles, move: shown.move });

/** Asks for the whole picture, and passes it on as bytes: they are not looked at on their way. */
async function load(shown: Shown): Promise<void> {
  const mine = ++shown.asked;
  shown.isStale = false;
  await tell(shown, { shows: 'reading', bundle: vscode.l10n.bundle });
  const answered = await sendRequest(shown.client, 'retcon/timeline', paramsIn(shown.state));
  // Null: the codex has changed meanwhile, which a message says.
  if (mine !== shown.asked || answered === null) return;
  if (answered === undefined) {
    await tell(shown, { shows: 'failure', message: t('Retcon could not draw the timeline.') });
    return;
  }
  const title = answered.about === null ? t('Timeline') : t('Timeline of {0}', answered.about);
  shown.panel.title = title;
  shown.state = { ...shown.state, codex: answered.codex };
  const packed = new TextEncoder().encode(answered.packed).buffer;
  await tell(shown, { shows: 'timeline', packed, title, state: shown.state });
  await tellHandles(shown);
}

/** Says which page is open; a page of ours that comes to the front closes none. */
async function tellOpen(shown: Shown): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  const { codex } = shown.state;
  if (uri === undefined || codex === undefined || !shown.panel.visible) return;
  const entry = await sendRequest(shown.client, 'retcon/timelineEntry', { codex, uri });
  if (entry !== undefined) await tell(shown, { shows: 'open', entry });
}

async function answer(shown: Shown, context: vscode.ExtensionContext, message: FromTimeline): Promise<void> {
  const { client, panel } = shown;
  switch (message.asks) {
    case 'all':
      shown.move = 0;
      await load(shown);
      return tellOpen(shown);
    case 'viewpoint':
      shown.handles = message.handles;
      shown.move = message.move;
      return lookFrom(shown);
    case 'pin':
      shown.state = { ...shown.state, isPinned: message.isPinned };
      return lookFrom(shown);
    case 'save': {
      const raster = (svg: string): Thenable<boolean> => tell(shown, { shows: 'raster', svg });
      return savePicture(client, context, paramsIn(shown.state), message, raster);
    }
    case 'keep':
      return keepImage(panel.title, message.image);
    case 'giveDate':
      return giveDate(shown);
    case 'wasTrueAt':
      return wasTrueAt(message);
    case 'offers': {
      const { number, entities } = message;
      const offers = await sendRequest(client, 'retcon/kinOffers', { ...codexIn(shown.state), entities });
      await tell(shown, { shows: 'offers', number, offers: offers ?? [] });
      return;
    }
    case 'kin':
      return vscode.commands.executeCommand(`retcon.${message.of.kind}`, { ...message.of, ...codexIn(shown.state) });
    case 'card':
    case 'open':
    case 'declare':
      return answerThing(shown, message);
  }
}

/** Asks which note, and when. */
async function giveDate({ client, state: { codex } }: Shown): Promise<void> {
  const title = t('Give a Note Its Date…');
  const note = await pickEntry(client, title, t('Which note?'));
  const date = note && (await pickDate(client, title, t('When did it happen, or begin?')));
  if (!note || !date?.trim() || codex === undefined) return;
  const uri = await sendRequest(client, 'retcon/timelinePage', { codex, of: { entry: note.id } });
  const made = uri == null ? undefined : await sendRequest(client, 'retcon/giveDate', { uri, date });
  if (made && 'refusal' in made) void vscode.window.showWarningMessage(made.refusal);
  else if (made) await apply(client, made);
}

/** Shows on a page of its own what was true of it. */
async function wasTrueAt({ of, handles }: Extract<FromTimeline, { readonly asks: 'wasTrueAt' }>): Promise<void> {
  const { entity, attribute } = of;
  const { at, asOf } = handles;
  if (entity === undefined) return;
  const given = { entity, attribute, ...(at !== null && { at }), ...(asOf !== null && { as_of: asOf }) };
  await vscode.commands.executeCommand('retcon.wasTrueAt', given);
}

/** Has the editor look from where the handles stand, once they rest. */
function lookFrom(shown: Shown): void {
  clearTimeout(shown.rest);
  shown.isMoving = shown.state.isPinned;
  if (!shown.isMoving) return;
  const { handles } = shown;
  shown.rest = setTimeout(() => void look(shown, handles), REST);
}

async function look(shown: Shown, handles: Handles): Promise<void> {
  // Through whose eyes the editor looks is left as it is.
  const who = shown.who === null ? {} : { for: shown.who };
  await vscode.commands.executeCommand('retcon.viewpoint', { ...chosenOf(handles), ...who });
  if (shown.handles !== handles) return;
  shown.isMoving = false;
  await tellHandles(shown);
}

/** What is asked of a thing that is pointed at. */
async function answerThing(
  shown: Shown,
  message: Extract<FromTimeline, { readonly asks: 'card' | 'open' | 'declare' }>,
): Promise<void> {
  const { codex } = shown.state;
  if (codex === undefined) return;
  const named = { codex, of: message.of };
  if (message.asks === 'card') {
    const asked = { ...named, ...chosenOf(shown.handles) };
    const card = await sendRequest(shown.client, 'retcon/timelineCard', asked);
    await tell(shown, { shows: 'card', number: message.number, card: card ?? [] });
    return;
  }
  const uri = await sendRequest(shown.client, 'retcon/timelinePage', named);
  if (uri == null) return;
  if (message.asks === 'open') await open(uri);
  else await vscode.commands.executeCommand('retcon.declare', uri);
}

const codexIn = ({ codex }: TimelineState) => (codex === undefined ? {} : { codex });

const paramsIn = ({ entities, uri, codex }: TimelineState): TimelineParams => ({
  ...(entities && { entities }),
  ...(uri !== undefined && { uri }),
  ...(codex !== undefined && { codex }),
});

/** "Show Timeline": a picture of world time and canon time that goes along with the codex, the editor and the viewpoint. */
const TYPE = 'retcon.timeline';

/** What a command is given: a file, a row of a view, or what is meant. */
type Given = vscode.Uri | ViewRow | TimelineParams;

interface Timelines extends vscode.Disposable {
  /** To be called when the editor looks from another point. */
  readonly follow: (state: ViewpointState | null) => void;
}

export function offerTimelines(client: LanguageClient, context: vscode.ExtensionContext): Timelines {
  let shown: TimelinePanel | undefined;
  let handles: Handles = { at: null, asOf: null };
  let who: string | null = null;

  const show = (panel: vscode.WebviewPanel, state: TimelineState): void => {
    const own = fillPanel(client, context, panel, state, handles, who);
    shown = own;
    panel.onDidDispose(() => {
      if (shown === own) shown = undefined;
    });
  };
  const showOf = async (of: TimelineParams): Promise<void> => {
    if (shown) return shown.showOf(of);
    const panel = vscode.window.createWebviewPanel(TYPE, t('Timeline'), vscode.ViewColumn.Active);
    show(panel, { ...of, isPinned: true });
  };

  const disposable = vscode.Disposable.from(
    command('timeline', () => showOf({})),
    command('showInTimeline', async (given?: Given) => {
      const of = paramsOf(given);
      if (of) await showOf(of);
      else void vscode.window.showInformationMessage(t('Open the note first.'));
    }),
    command('savePicture', async () => {
      const as = shown && (await pickFormat());
      if (as) await shown?.save(as);
    }),
    client.onNotification(TIMELINE_CHANGED, async (codex: string) => {
      // The first answer may be one that a change has come before.
      if (shown && (shown.codex() ?? codex) === codex) await shown.changed();
    }),
    whenStarted(client, () => void shown?.changed()),
    vscode.window.onDidChangeActiveTextEditor(() => shown?.tellOpen()),
    vscode.window.registerWebviewPanelSerializer(TYPE, {
      deserializeWebviewPanel: (panel, state?: TimelineState) => {
        show(panel, state ?? { isPinned: true });
        return Promise.resolve();
      },
    }),
    new vscode.Disposable(() => shown?.panel.dispose()),
  );
  return {
    follow(state) {
      handles = { at: state?.at ?? null, asOf: state?.asOf ?? null };
      who = state?.for ?? null;
      shown?.follow(handles, who);
    },
    dispose: () => disposable.dispose(),
  };
}

/** What a picture is to be of; undefined where nothing is given, and no file is open. */
function paramsOf(given: Given | undefined): TimelineParams | undefined {
  if (given === undefined) {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && { uri: uri.toString() };
  }
  if (given instanceof vscode.Uri) return { uri: given.toString() };
  if ('label' in given) return given.opens && { uri: given.opens.uri };
  return given;
}
