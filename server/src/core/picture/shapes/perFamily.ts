/** What is worked out of a family once, however often it is drawn. */
import type { Family } from './familyShape';

export function perFamily<T>(compute: (family: Family) => T): (family: Family) => T {
  const made = new WeakMap<Family, { readonly value: T }>();
  return (family) => {
    let found = made.get(family);
    if (!found) made.set(family, (found = { value: compute(family) }));
    return found.value;
  };
}
