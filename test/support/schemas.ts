/** Values checked against our published JSON Schemas, by an independent validator. */
import Ajv2020 from 'ajv/dist/2020';
import type { JsonSchema } from '../../server/src/core/schema/shape';

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, allowMatchingProperties: true, strictTypes: false });

/** The same schema, where a key that it does not name is an error: everything that we print is described. */
export function exact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exact);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, exact(value)]));
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

const checks = new Map<unknown, ReturnType<typeof ajv.compile>>();

/** What is wrong with a value, a line each. */
export function faults(schema: JsonSchema, value: unknown): string[] {
  let check = checks.get(schema);
  if (!check) checks.set(schema, (check = ajv.compile(exact(schema) as object)));
  if (check(value)) return [];
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
