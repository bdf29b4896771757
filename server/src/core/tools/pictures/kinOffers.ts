/** Which pictures of kin and of reigns can be drawn of an entity: menus offer these, and no others. */
import { attributesOf, describerOf, type Known, kindOfAttribute, pairsNaming } from '../../canon';
import type { KinOffer } from '../../picture/shapes/kinOffer';

export function kinOffer(known: Known, entity: string): KinOffer {
  const { kin } = known.canon.codex;
  const hasKin =
    attributesOf(known, entity).some((attribute) => kin.has(attribute)) ||
    pairsNaming(known, entity).some(({ attribute }) => kin.has(attribute));
  const title = describerOf(known, entity, null)?.title ?? entity;
  return { entity, title, hasKin, offices: officesIn(known, entity) };
}

export function officesIn(known: Known, entity: string): readonly string[] {
  const stated = attributesOf(known, entity);
  const ofKind = (kind: 'state' | 'set'): string[] => stated.filter((one) => kindOfAttribute(known, one) === kind);
  return [...ofKind('state'), ...ofKind('set')];
}
