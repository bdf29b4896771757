/** "Show Family…" and "Show Reigns…": pictures of kin and of reigns, each kept in step with the codex. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { ViewRow } from '../../../server/src/lsp/protocol/protocol';
import { KIN_CHANGED, type KinParams } from '../../../server/src/lsp/protocol/protocolPictures';
import { pickEntity } from '../asking/askPicks';
import type { FromKin, KinState, ToKin } from './pageMessages';
import { sendRequest, whenStarted } from '../server/languageServer';
import { command, open } from '../openPlace';
import { drawPage, keepImage, pageParts, reopened, writePicture } from './savePicture';

const { t } = vscode.l10n;

const TYPE = 'retcon.kin';

/** What a command is given: a page, a row of a view, or what is meant. */
type Given = vscode.Uri | ViewRow | KinParams;

interface Shown {
  readonly client: LanguageClient;
  readonly panel: vscode.WebviewPanel;
  state: KinState;
  /** Counts what has been asked for, so that what comes too late is passed over. */
  asked: number;
  /** The codex has become another one while the panel was behind others. */
  isStale: boolean;
}

export function offerKin(client: LanguageClient, context: vscode.ExtensionContext): vscode.Disposable {
  let shown: Shown | undefined;

  const fill = (panel: vscode.WebviewPanel, state: KinState): void => {
    const own: Shown = { client, panel, state, asked: 0, isStale: false };
    shown = own;
    panel.onDidDispose(() => {
      if (shown === own) shown = undefined;
    });
    panel.onDidChangeViewState(() => {
      if (panel.visible && own.isStale) void load(own);
    });
    panel.webview.onDidReceiveMessage((message: FromKin) => answer(own, context, message));
    // It makes an image of a drawing by showing it.
    drawPage(context, panel, 'picture', [], 'img-src data:');
  };
  const show = async (of: KinParams): Promise<void> => {
    if (!shown) return fill(vscode.window.createWebviewPanel(TYPE, titleOf(of), vscode.ViewColumn.Active), of);
    shown.state = of;
    shown.panel.reveal();
    await load(shown);
  };

  return vscode.Disposable.from(
    command('family', async (given?: Given) => {
      const of = given ? await kinOfPage(client, 'family', given) : await pickFamily(client);
      if (of) await show(of);
    }),
    command('succession', async (given?: Given) => {
      const of = given ? await kinOfPage(client, 'succession', given) : await pickSuccession(client);
      if (of) await show(of);
    }),
    command('kin', async () => {
      const rows = [
        { label: t('Family'), detail: t('Parents, partners and children of a person'), run: 'family' },
        { label: t('Reigns'), detail: t('Who ruled, owned or held something, one after the other'), run: 'succession' },
      ];
      const chosen = await vscode.window.showQuickPick(rows, { title: t('Family and Reigns…') });
      if (chosen) await vscode.commands.executeCommand(`retcon.${chosen.run}`);
    }),
    client.onNotification(KIN_CHANGED, async (codex: string) => {
      if (shown?.state.codex === codex) await changed(shown);
    }),
    whenStarted(client, () => {
      if (shown) void changed(shown);
    }),
    reopened(TYPE, fill),
    new vscode.Disposable(() => shown?.panel.dispose()),
  );
}

/** Where a page describes several, the author chooses. */
async function kinOfPage(
  client: LanguageClient,
  kind: KinParams['kind'],
  given: Given,
): Promise<KinParams | undefined> {
  if ('kind' in given) return given;
  const uri = given instanceof vscode.Uri ? given.toString() : given.opens?.uri;
  if (uri === undefined) return undefined;
  const offers = (await sendRequest(client, 'retcon/kinOffers', { uri })) ?? [];
  const choices = offers
    .filter(({ hasKin, offices }) => (kind === 'family' ? hasKin : offices.length > 0))
    .map((offer) => ({ label: offer.title, offer }));
  if (choices.length === 0) {
    const none = kind === 'family' ? t('This note names no family.') : t('This note says nothing that changes.');
    void vscode.window.showInformationMessage(none);
    return undefined;
  }
  const title = kind === 'family' ? t('Show Family…') : t('Show Reigns…');
  const picked = choices.length === 1 ? choices[0] : await vscode.window.showQuickPick(choices, { title });
  if (!picked) return undefined;
  const { entity, offices } = picked.offer;
  if (kind === 'family') return { kind, entity };
  const attribute = await pickOffice(offices);
  return attribute === undefined ? undefined : { kind, entity, attribute };
}

async function pickOffice(offices: readonly string[]): Promise<string | undefined> {
  const placeHolder = t('Whose reigns?');
  return offices.length === 1
    ? offices[0]
    : vscode.window.showQuickPick(offices, { title: t('Show Reigns…'), placeHolder });
}

async function pickFamily(client: LanguageClient): Promise<KinParams | undefined> {
  const entity = await pickEntity(client, t('Show Family…'), t('Whose?'), {
    as: 'family',
    none: t('No family found: no property of yours names parents or spouses yet.'),
  });
  return entity && { kind: 'family', entity: entity.id };
}

async function pickSuccession(client: LanguageClient): Promise<KinParams | undefined> {
  const entity = await pickEntity(client, t('Show Reigns…'), t('Of which house, realm or place?'), {
    as: 'succession',
    none: t('No note has a fact that changes yet.'),
  });
  if (!entity) return undefined;
  const offices = (await sendRequest(client, 'retcon/offices', { entity: entity.id })) ?? [];
  if (offices.length === 0) {
    void vscode.window.showInformationMessage(t('Nothing about {0} changes.', entity.title));
    return undefined;
  }
  const attribute = await pickOffice(offices);
  return attribute === undefined ? undefined : { kind: 'succession', entity: entity.id, attribute };
}

const titleOf = ({ kind }: KinParams): string => (kind === 'family' ? t('Family') : t('Reigns'));

const tell = ({ panel }: Shown, message: ToKin): Thenable<boolean> => panel.webview.postMessage(message);

async function changed(shown: Shown): Promise<void> {
  if (shown.panel.visible) await load(shown);
  else shown.isStale = true;
}

async function load(shown: Shown): Promise<void> {
  const mine = ++shown.asked;
  shown.isStale = false;
  await tell(shown, { shows: 'reading', bundle: vscode.l10n.bundle });
  const { view, ...params } = shown.state;
  const answered = await sendRequest(shown.client, 'retcon/kin', params);
  // Null: the codex has changed meanwhile, which a message says.
  if (mine !== shown.asked || answered === null) return;
  if (answered === undefined || 'failure' in answered) {
    const message = answered?.failure ?? t('Retcon could not draw this.');
    await tell(shown, { shows: 'failure', message });
    return;
  }
  shown.panel.title = titleOf(shown.state);
  shown.state = { ...params, codex: answered.codex, ...(view !== undefined && { view }) };
  await tell(shown, { shows: 'kin', data: answered.data, state: shown.state });
}

async function answer(shown: Shown, context: vscode.ExtensionContext, message: FromKin): Promise<void> {
  switch (message.asks) {
    case 'all':
      return load(shown);
    case 'show':
      shown.state = { ...message.of, ...(shown.state.codex !== undefined && { codex: shown.state.codex }) };
      return load(shown);
    case 'save':
      return save(shown, context, message);
    case 'keep':
      return keepImage(shown.panel.title, message.image);
    case 'open': {
      const { codex } = shown.state;
      const uri = codex && (await sendRequest(shown.client, 'retcon/timelinePage', { codex, of: message }));
      if (uri != null && uri !== '') await open(uri);
    }
  }
}

async function save(
  shown: Shown,
  { extensionUri }: vscode.ExtensionContext,
  { as, asOf, at, theme }: Extract<FromKin, { readonly asks: 'save' }>,
): Promise<void> {
  const { kind, entity, attribute, codex } = shown.state;
  const params = { kind, entity, ...(attribute !== undefined && { attribute }), ...(codex !== undefined && { codex }) };
  const page = as === 'html' ? await pageParts(extensionUri) : null;
  const asked = { ...params, at, theme, page, ...(asOf !== null && { asOf }) };
  const picture = await sendRequest(shown.client, 'retcon/kinPicture', asked);
  if (!picture) return;
  if (as === 'png') await tell(shown, { shows: 'raster', svg: picture.text });
  else await writePicture(picture.title, as, new TextEncoder().encode(picture.text));
}
