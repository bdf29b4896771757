/** Reads the tables that play in one world: each has sessions, which are revisions, and players, who are a circle (model §7). */
import { namesIn } from '../schema/yamlShape';
import { quoted } from '../text/words';
import type { YamlNode, YamlPair } from '../yaml/tree';
import { CAMPAIGN } from './codexKeys';
import type { Codex } from './codex';
import { type ReportProblem, readConfigText, readKeys, readMapping } from './codexShapes';
import { readMembers, isKnowerWord } from './knowledgeKeys';
import { readRevisions, type RevisionList } from './revisions';

type Read = Pick<Codex, 'revisions' | 'campaigns' | 'circles'>;

const EXAMPLE = 'a name and its sessions, like `honor: {players: [sara, tom], sessions: [{id: 1, date: 2026-01-10}]}`.';

/** @param circles those of `circles` in codex.yaml */
export function readCampaigns(
  report: ReportProblem,
  revisions: YamlPair | undefined,
  campaigns: YamlPair | undefined,
  circles: Codex['circles'],
): Read {
  const titles = new Map<string, string>();
  const players = new Map(circles);
  const sessions: RevisionList[] = [];
  const taken = new Map([...circles.keys()].map((name) => [name.toLowerCase(), 'circle']));
  const mapping = readMapping(report, campaigns?.value ?? null, 'campaigns', EXAMPLE);
  for (const { key, value } of mapping?.pairs ?? []) {
    const id = key.text.normalize('NFC').trim();
    const other = taken.get(id.toLowerCase());
    if (other !== undefined)
      report(key.content, `There is a ${other} called ${quoted(id)} already: give one of the two another name.`);
    if (other === 'campaign' || isKnowerWord(report, id, key.content)) continue;
    const own = readMapping(report, value, id, EXAMPLE);
    if (!own) continue;
    const pairs = readKeys(report, own, 'a campaign', namesIn(CAMPAIGN));
    const at = (name: keyof typeof CAMPAIGN): YamlNode | null => pairs.get(name)?.value ?? null;
    const title = readConfigText(report, at('title'), 'title')?.text;
    if (other === undefined && at('players')) players.set(id, readMembers(report, id, at('players')));
    sessions.push({ node: at('sessions'), campaign: { id, ...(title !== undefined && { title }) } });
    titles.set(id, title ?? id);
    taken.set(id.toLowerCase(), 'campaign');
  }
  const listed: RevisionList = { node: revisions?.value ?? null };
  const isFirst = (revisions?.key.span.start ?? 0) <= (campaigns?.key.span.start ?? 0);
  return {
    revisions: readRevisions(report, isFirst ? [listed, ...sessions] : [...sessions, listed]),
    campaigns: titles,
    circles: players,
  };
}
