/**
 * Topics as a writer types them, and the passage that a brief of each must contain. Written before the ranking was tuned.
 */

export interface RecallQuestion {
  readonly topic: string;
  /** The file of the passage: its path in the codex, or the end of the path. */
  readonly file: string;
  /** Its heading, where the file has several; in the example, some words of the passage. */
  readonly holds?: string;
}

const asked = (topic: string, file: string, holds?: string): RecallQuestion => ({
  topic,
  file,
  ...(holds && { holds }),
});

/** From the example, which is ours, so its own words may be quoted here. */
const HOUSE_VYR: readonly RecallQuestion[] = [
  asked('why nobody should ask who raised the first hall', 'houses/house-vyr.md', 'never ask who raised'),
  asked('the banner and the words of House Vyr', 'houses/house-vyr.md', 'Its banner is'),
  asked('Aldric before the clerk at Oldmere', 'events/refounding-of-house-vyr.md', 'walked into the court'),
  asked('the name that nobody had heard said aloud', 'events/refounding-of-house-vyr.md', 'said Aldric'),
  asked('what was hidden behind the loose stone on the southern stair', 'tales/letter-in-the-wall.md', 'Found behind'),
  asked('an axe behind a letter', 'sessions/session-47-recap.md', 'there was an axe'),
  asked('who cut the ropes of the bridge', 'events/cutting-of-the-long-bridge.md', 'cut the ropes'),
  asked('spears hidden among the carts of the market', 'events/cutting-of-the-long-bridge.md', 'four hundred spears'),
  asked('Lysa and running water', 'people/lysa.md', 'cross running water'),
  asked('how the widows of the Long Bridge were paid', 'people/lysa.md', 'paid every widow'),
  asked('burns on the hands of Maric', 'people/maric.md', 'carrying the pot'),
  asked("a thumb print in clay for the house's seal", 'people/maric.md', 'print of his thumb'),
  asked('Aldric learns to read', 'people/aldric.md', 'learned to read'),
  asked('where the ferrymen say Maric is buried', 'tales/ferrymans-tale.md', 'rowed the other one'),
  asked('the song about Lysa that is sung in every inn', 'tales/ballad-of-the-long-bridge.md', 'Forty verses'),
  asked('the lamps that were thrown into the moat', 'sessions/session-46-recap.md', 'lamps into the moat'),
  asked('counting the towers of Vyrhold in the river', 'places/vyrhold.md', 'count the towers'),
  asked('why the heirs do not sleep', 'tales/the-vyr-curse.md', 'wheels on planking'),
  asked('lighting the old hearth again', 'events/the-hearth-relit.md', 'laid the first fire'),
  asked('Ilse, Tam and Oda meet at an inn', 'sessions/session-44-recap.md', 'Three strangers'),
];

/** From Kubernetes' enhancement proposals, of which the corpus has only the heads. */
const KEP_VAULT: readonly RecallQuestion[] = [
  asked('update of DaemonSets that starts new pods before old ones stop', 'sig-apps__1591-daemonset-surge.md'),
  asked('delete the PVCs of a StatefulSet with it', 'sig-apps__1847-autoremove-statefulset-pvcs.md'),
  asked('cron jobs in another time zone: CronJob TimeZone', 'sig-apps__3140-TimeZone-support-in-CronJob.md'),
  asked('swap memory on nodes', 'sig-node__2400-node-swap.md'),
  asked('containers that are ephemeral, for debugging', 'sig-node__277-ephemeral-containers.md'),
  asked('Graceful Node Shutdown', 'sig-node__2000-graceful-node-shutdown.md'),
  asked('why dockershim was removed from the kubelet', 'sig-node__2221-remove-dockershim.md'),
  asked('SelfLink is deprecated and goes', 'sig-api-machinery__1164-remove-selflink.md'),
  asked('a bookmark in a watch', 'sig-api-machinery__956-watch-bookmark.md'),
  asked('the kubectl command to debug', 'sig-cli__1441-kubectl-debug.md'),
  asked('when a pod is ready for scheduling', 'sig-scheduling__3521-pod-scheduling-readiness.md'),
  asked('scheduling a gang of pods together', 'sig-scheduling__4671-gang-scheduling.md'),
  asked('CEL expressions for admission', 'sig-api-machinery__3488-cel-admission-control.md'),
  asked('how a leader is elected in a coordinated way', 'sig-api-machinery__4355-coordinated-leader-election.md'),
  asked('IPv4 and IPv6 dual stack', 'sig-network__563-dual-stack.md'),
  asked('a DNS cache on each node', 'sig-network__1024-nodelocal-cache-dns.md'),
  asked('SELinux relabeling of volumes takes long', 'sig-storage__1710-selinux-relabeling.md'),
  asked('privileged containers on Windows', 'sig-windows__1981-windows-privileged-container-support.md'),
  asked('artifacts of a release are signed', 'sig-release__3031-signing-release-artifacts.md'),
  asked('autoscaling (HPA) down to zero pods', 'sig-autoscaling__2021-scale-from-zero.md'),
];

/** From a real fantasy world: the corpus names its owner. */
const THELLADE_LORE: readonly RecallQuestion[] = [
  asked("the god of the sea's storms", '01 Deities/Tempraxis.md', 'Overview'),
  asked('the goddess who judges the souls of the dead', '01 Deities/Veyla.md', 'Overview'),
  asked('whom spies and assassins pray to', '01 Deities/Vexirra.md', 'Overview'),
  asked('a street gang in the slums of Mangagoy that deals in narcotics', 'The Ember Rats.md', 'Description'),
  asked('the seal beneath the Sanctum of the Dawnsplit Crown', 'The Echobinding Collapse.md', 'Overview'),
  asked('the month with which the year begins', '01 - Dawnmarch.md', 'Overview'),
  asked('the darkest month', '07 - Nightveil.md', 'Overview'),
  asked('how the Abyss broke into the mortal plane', 'The Rising (R).md', 'Overview'),
  asked("a soldier's memoir of the last year before the Rising", 'Scars in the Earth.md', 'Overview'),
  asked('Brimdar and the shaping of mountains', 'Overarching History.md', 'The Founding'),
  asked('guilds of merchants fight in the warehouses at the docks', 'Blood & Coin Crisis.md', 'Overview'),
  asked('Pre-Rising records that were burned', 'The Sundering of Knowledge.md', 'Overview'),
  asked('the cult of Orcus', 'The Black Sepulcher.md', 'Description'),
  asked('druids who restore the land', 'The Verdant Hand.md', 'Description'),
  asked('silver lanterns for Lunara', "Festival of the Moon's Grace.md", 'Overview'),
  asked('smugglers of firearms and explosives', 'The Crimson Gauge.md', 'Description'),
  asked('who mediates disputes in Kanda', 'The Eternal Concord.md', 'Description'),
  asked('the protocol called Duskfall', 'Quests/Duskfall.md', 'Overview'),
  asked('a crown of living vines', 'The Verdant Crown.md', 'Description:'),
  asked('time magic that is remembered and not taught', 'The Magic of the Dark One.md', 'Time Magic of The Dark One'),
];

/** By the name of the corpus; `house-vyr` is the example. */
export const RECALL: Readonly<Record<string, readonly RecallQuestion[]>> = {
  'house-vyr': HOUSE_VYR,
  'kep-vault': KEP_VAULT,
  'thellade-lore': THELLADE_LORE,
};
