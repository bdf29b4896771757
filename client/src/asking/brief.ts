/** "Copy Brief…": what may be written from of the page or scene at hand, or of a topic, on the clipboard. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { pickReader } from './knowerPick';
import { documents, sendRequest, whileReading } from '../server/languageServer';

const { t } = vscode.l10n;

export async function copyBrief(client: LanguageClient): Promise<void> {
  const title = t('Copy Brief…');
  const page = pageAtHand();
  const topic = page
    ? undefined
    : await vscode.window.showInputBox({ title, prompt: t('What is to be written about?') });
  if (!page && !topic) return;
  const here = page ? { uri: page.toString() } : {};
  const who = await pickReader(client, title, here);
  if (!who) return;
  const asked = { ...here, ...(topic && { topic }), ...who };
  const brief = await whileReading(sendRequest(client, 'retcon/brief', asked));
  if (!brief) return;
  await vscode.env.clipboard.writeText(brief.text);
  const show = t('Show');
  const chosen = await vscode.window.showInformationMessage(
    t('A brief of about {0} tokens is on the clipboard.', brief.tokens),
    show,
  );
  if (chosen !== show) return;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: brief.text });
  await vscode.window.showTextDocument(document, { preview: true });
}

/** The page that is open, if it is one of ours. */
function pageAtHand(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  const isOurs = document?.isUntitled === false && document.languageId === 'markdown';
  return isOurs && vscode.languages.match(documents, document) > 0 ? document.uri : undefined;
}
