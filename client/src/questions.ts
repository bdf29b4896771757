/** The questions of the palette: each asks the author for what it lacks, then shows the server's answer. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { Answers } from './answers';
import { pickCanonPoint, pickDate, pickEntity, pickEntry } from './picks';
import type { Answer, WasTrueAt } from '../../server/src/lsp/protocol/protocol';
import { command } from './places';
import { ask } from './server';

const { t } = vscode.l10n;

export const offerQuestions = (client: LanguageClient, answers: Answers): vscode.Disposable =>
  vscode.Disposable.from(
    command('wasTrueAt', (question?: WasTrueAt) => whatWasTrue(client, answers, question)),
    command('lookup', (name?: string) => lookUp(client, answers, name)),
    command('lookupAsOf', () => lookUpAsOf(client, answers)),
    // Every retcon in canon order, with reasons; or those that were decided since a canon point.
    command('log', () => shown(answers, ask(client, 'retcon/log', {}))),
    command('logSince', async () => {
      const since = await pickCanonPoint(client, t('Show Retcons Since…'), t('Since when?'), { isPast: true });
      return since === undefined ? undefined : shown(answers, ask(client, 'retcon/log', { since }));
    }),
  );

/** "What Was True At…": of whom, when in the world, and as known when. A question given is not asked for again. */
async function whatWasTrue(
  client: LanguageClient,
  answers: Answers,
  question?: WasTrueAt,
): Promise<Answer | undefined> {
  const asked = question ?? (await askForQuestion(client));
  return asked && shown(answers, ask(client, 'retcon/wasTrueAt', asked));
}

async function askForQuestion(client: LanguageClient): Promise<WasTrueAt | undefined> {
  const title = t('What Was True At…');
  const entity = await pickEntity(client, t('{0} (1 of 3)', title), t('Of whom or what?'));
  if (entity === undefined) return undefined;
  const at = await pickDate(
    client,
    t('{0} (2 of 3)', title),
    t('When in the world? Leave it empty for {0} in the present.', entity.title),
  );
  if (at === undefined) return undefined;
  const asOf = await pickCanonPoint(
    client,
    t('{0} (3 of 3)', title),
    t('As you had decided it by which session? This is not a date of your world.'),
  );
  if (asOf === undefined) return undefined;
  return { entity: entity.id, ...(at !== '' && { at }), ...(asOf !== '' && { asOf }) };
}

/** "Look Up Entry": the entry, its facts, and every version in its chain. */
async function lookUp(client: LanguageClient, answers: Answers, given?: string): Promise<Answer | undefined> {
  const name = given ?? (await pickEntry(client, t('Look Up Entry'), t('Which entry, in which version?')))?.id;
  return name === undefined ? undefined : shown(answers, ask(client, 'retcon/lookup', { name }));
}

/** "Look Up Entry As Of…": the same, as it stood in the canon once. */
async function lookUpAsOf(client: LanguageClient, answers: Answers): Promise<Answer | undefined> {
  const title = t('Look Up Entry As Of…');
  const entry = await pickEntry(client, t('{0} (1 of 2)', title), t('Which entry, in which version?'));
  if (entry === undefined) return undefined;
  const asOf = await pickCanonPoint(
    client,
    t('{0} (2 of 2)', title),
    t('As you had decided it by which session? This is not a date of your world.'),
    {
      isPast: true,
    },
  );
  return asOf === undefined ? undefined : shown(answers, ask(client, 'retcon/lookup', { name: entry.id, asOf }));
}

async function shown(answers: Answers, asked: Promise<Answer | undefined>): Promise<Answer | undefined> {
  const answer = await asked;
  if (answer) await answers.show(answer);
  return answer;
}
