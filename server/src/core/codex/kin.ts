/** Which attributes name kin: what codex.yaml's `kin` calls parents, spouses and children. */
import { quoted } from '../text/words';
import type { YamlNode } from '../yaml/tree';
import { type Kin, KIN_ROLES, type KinRole } from './codexKeys';
import { type ReportProblem, readKeys, readMapping, readTexts } from './codexShapes';

/** @param spelled the spelling that facts have of an attribute */
export function readKin(report: ReportProblem, node: YamlNode | null, spelled: (attribute: string) => string): Kin {
  const kin = new Map<string, KinRole>();
  const example = 'what somebody is to another, and the attributes that say it, like `parent: [mother, father]`.';
  const mapping = readMapping(report, node, 'kin', example);
  if (!mapping) return kin;
  const explained = 'parent, spouse or child, each with your attributes after it';
  for (const [role, { value }] of readKeys(report, mapping, 'kin', KIN_ROLES, explained))
    for (const { text, span } of readTexts(report, value, role)) {
      const attribute = spelled(text);
      const other = kin.get(attribute);
      if (other === undefined) kin.set(attribute, role);
      else if (other === role) report(span, `${quoted(text)} is listed twice under ${role}: once is enough.`);
      else
        report(
          span,
          `${quoted(text)} names a ${other} already, and can't name a ${role} as well: keep it in one place.`,
        );
    }
  return kin;
}

/** The attributes that name kin of one sort, as listed. */
export const kinAttributes = (kin: Kin, role: KinRole): readonly string[] =>
  [...kin].flatMap(([attribute, other]) => (other === role ? [attribute] : []));

/** What the one whose fact it is is to its value: who names a parent is a child. */
const OTHER_END: Readonly<Record<KinRole, KinRole>> = { parent: 'child', spouse: 'spouse', child: 'parent' };

/** What the bearers of an attribute are to the person that it names; undefined where the attribute does not name kin. */
export function kinNaming(kin: Kin, attribute: string): KinRole | undefined {
  const role = kin.get(attribute);
  return role && OTHER_END[role];
}

const PLURALS: Readonly<Record<KinRole, string>> = { parent: 'parents', spouse: 'spouses', child: 'children' };

/** `child`, or `children`. */
export const kinWord = (role: KinRole, count: number): string => (count === 1 ? role : PLURALS[role]);

/** The attributes that make others somebody's `children`, or whichever kin is asked for; empty for another word. */
export function attributesToward(kin: Kin, word: string): readonly string[] {
  const asked = KIN_ROLES.find((role) => [role, PLURALS[role]].includes(word.toLowerCase()));
  return asked ? kinAttributes(kin, OTHER_END[asked]) : [];
}
