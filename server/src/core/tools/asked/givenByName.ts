/** What an assistant gave, under the names that the parameters of the question have, or what is wrong with it. */
import type { Parameter } from './questionList';

export function byName<Value>(parameters: readonly Parameter[], asked: Readonly<Record<string, Value>>) {
  const given = { ...asked };
  for (const { name, alsoCalled, isRequired, description } of parameters) {
    if (alsoCalled !== undefined && asked[alsoCalled] !== undefined) {
      if (asked[name] !== undefined && asked[name] !== asked[alsoCalled])
        return failed(`${name} and ${alsoCalled} are two names of one thing: give one of them.`);
      given[name] = asked[alsoCalled];
      delete given[alsoCalled];
    }
    if (isRequired && given[name] === undefined) return failed(`${name} is missing: give ${description}.`);
  }
  return { ok: true, given } as const;
}

const failed = (message: string) => ({ ok: false, message }) as const;
