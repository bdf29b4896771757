/** Which pictures of kin and of reigns there are of an entity. */
export interface KinOffer {
  readonly entity: string;
  readonly title: string;
  /** Whether a parent, a spouse or a child is told of, of it or by it. */
  readonly hasKin: boolean;
  /** Its attributes that can have one value after the other, the states first. */
  readonly offices: readonly string[];
}
