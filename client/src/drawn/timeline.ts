/** "Show Timeline…": a picture of world time and canon time that goes along with the codex, the editor and the viewpoint. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { ViewRow } from '../../../server/src/lsp/protocol/protocol';
import type { ViewpointState } from '../../../server/src/lsp/protocol/protocolViewpoint';
import { TIMELINE_CHANGED, type TimelineParams } from '../../../server/src/lsp/protocol/protocolTimeline';
import { pickEntityOrAll } from '../asking/askPicks';
import { command } from '../openPlace';
import { whenStarted } from '../server/languageServer';
import { pickFormat } from './savePicture';
import type { Handles, TimelineState } from './timelineMessages';
import { fillPanel, type TimelinePanel } from './timelinePanel';

const { t } = vscode.l10n;

const TYPE = 'retcon.timeline';

/** What a command is given: a file, a row of a view, or what is meant. */
type Given = vscode.Uri | ViewRow | TimelineParams;

export interface Timelines extends vscode.Disposable {
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
    command('timeline', async () => {
      const of = await pickEntityOrAll(client, t('Show Timeline…'), t('Of whom or what?'));
      if (of) await showOf(of === 'all' ? {} : { entities: [of.id] });
    }),
    command('showInTimeline', async (given?: Given) => {
      const of = paramsOf(given);
      if (of) await showOf(of);
      else void vscode.window.showInformationMessage(t('Open the entry first, then ask again.'));
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
