/** Git's own hook: offered once for each repository, put there or taken away when the author says so. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { HOOK_OFFERED, type HookOffer, type HookRequests } from '../../server/src/lsp/protocol/protocolHook';
import { command } from './openPlace';
import { sendRequest } from './server/languageServer';

const { t } = vscode.l10n;

/** In the global state: the repositories for which the author was asked, and whether to ask never again. */
const OFFERED = 'retcon.hookAsked';
const NEVER = 'retcon.hookNever';

export function offerHook(client: LanguageClient, { globalState }: vscode.ExtensionContext): vscode.Disposable {
  const offer = async ({ repository, root }: HookOffer): Promise<void> => {
    const asked = globalState.get<readonly string[]>(OFFERED, []);
    if (globalState.get(NEVER) === true || asked.includes(repository)) return;
    await globalState.update(OFFERED, [...asked, repository]);
    const [install, never] = [t('Install Hook'), t('Never')];
    const question = t('Stop silent retcons before they are committed?');
    const chosen = await vscode.window.showInformationMessage(question, install, t('Not Now'), never);
    if (chosen === install) await hook(client, { does: 'install', root });
    if (chosen === never) await globalState.update(NEVER, true);
  };
  return vscode.Disposable.from(
    client.onNotification(HOOK_OFFERED, async (offers: readonly HookOffer[]) => {
      for (const one of offers) await offer(one);
    }),
    command('installHook', () => hook(client, { does: 'install', ...here() })),
    command('removeHook', () => hook(client, { does: 'uninstall', ...here() })),
  );
}

const here = (): { readonly uri?: string } => {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  return uri === undefined ? {} : { uri };
};

async function hook(client: LanguageClient, asked: HookRequests['retcon/hook'][0]): Promise<void> {
  const done = await sendRequest(client, 'retcon/hook', asked);
  if (done !== undefined) void vscode.window.showInformationMessage(done);
}
