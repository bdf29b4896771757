/** The VS Code side of Retcon: starts the server, and puts its answers where an author looks for them. */
import type * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { RetconMade } from '../../server/src/lsp/protocol/protocolRetcons';
import { showAnswers, offerComparing } from './asking/compare';
import { offerAssistants } from './assistants';
import { copyBrief, offerQuestions, offerVerifying } from './asking/questions';
import { offerRetcons, offerOrganising } from './changing/declare';
import { offerGoingThrough } from './changing/goThrough';
import { offerSecrets } from './changing/secrets';
import { warnOfDeletions } from './changing/deletionWarning';
import { showFading, markSilent, suggestKeys } from './fading';
import { offerKin } from './drawn/kin';
import { offerMore } from './more';
import { chooseFacts, offerHook, setUpWorld } from './setUp';
import { offerYourWorld } from './drawn/worldPage';
import { offerSettingUp } from './worldOffer';
import { apply } from './changing/dialogSteps';
import { command, lookAtFork, open, openRulePages } from './openPlace';
import { showMentions, searchLore } from './asking/loreSearch';
import { type PreviewLinks, previewLinks } from './drawn/previewLinks';
import { offerReadingView } from './drawn/readingView';
import { offerReviews } from './drawn/review';
import { offerRewriting } from './changing/rewrite';
import { offerImporting } from './changing/importWorld';
import { offerSharing } from './changing/share';
import { makeClient } from './server/languageServer';
import { showStatus } from './status';
import { offerViewpoint } from './viewpoint';
import { offerTimelines } from './drawn/timelinePanel';
import { showViews } from './views';

let client: LanguageClient | undefined;

/** What VS Code's preview of markdown asks of an extension that extends it. */
type Extended = Pick<PreviewLinks, 'extendMarkdownIt'>;

export async function activate(context: vscode.ExtensionContext): Promise<Extended> {
  const server = await makeClient(context);
  client = server;
  const answers = showAnswers(context);
  const views = showViews(server);
  const links = previewLinks(server);
  const world = offerSettingUp(context);
  const yourWorld = offerYourWorld(server, context);
  const status = showStatus(server, (now) => {
    world.follow(now);
    views.collapse(now);
    links.follow(now);
  });
  const timelines = offerTimelines(server, context);
  const reading = offerReadingView(server, context);
  context.subscriptions.push(
    status,
    world,
    answers,
    yourWorld,
    command('init', () => setUpWorld(server, yourWorld)),
    command('chooseFacts', () => chooseFacts(server, yourWorld)),
    command('restart', () => restart(server)),
    command('lookAtFork', lookAtFork),
    command('open', open),
    command('apply', (made: RetconMade) => apply(server, made)),
    offerQuestions(server, answers, context),
    offerComparing(server, answers),
    offerVerifying(server, answers),
    offerRetcons(server),
    offerGoingThrough(server),
    offerSecrets(server),
    offerRewriting(server),
    offerOrganising(server),
    offerSharing(server, context),
    offerImporting(server),
    views,
    timelines,
    reading,
    offerReviews(server, context),
    offerKin(server, context),
    offerMore(context),
    warnOfDeletions(server, context),
    command('searchLore', () => searchLore(server)),
    command('copyBrief', () => copyBrief(server)),
    command('mentions', () => showMentions(server)),
    offerViewpoint(server, (isNow, state) => {
      views.besideViewpoint(isNow);
      timelines.follow(state);
      reading.viewpointMoved();
    }),
    showFading(server),
    markSilent(context),
    offerHook(server, context),
    suggestKeys(server),
    openRulePages(context),
    offerAssistants(server, context),
  );
  try {
    await server.start();
  } catch (error) {
    status.show({ state: 'failed', entries: 0, retcons: 0, hasSecrets: false, message: String(error) });
  }
  return { extendMarkdownIt: links.extendMarkdownIt };
}

async function restart(server: LanguageClient): Promise<void> {
  await server.stop();
  await server.start();
}

export async function deactivate(): Promise<void> {
  if (client?.isRunning()) await client.stop();
}
