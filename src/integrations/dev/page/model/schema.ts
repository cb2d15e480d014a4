import { isJsonObject, type JsonObject } from './json.js';
import { keysOf, valueAt } from './json-pointer.js';

/** How many references and parts of `allOf` are followed for a schema. They may lead to itself. */
const maxSteps = 500;

/** Returns a schema with its reference and its `allOf` resolved, one level deep: the schemas within stay as they are. */
export function resolveSchema(schema: unknown, root: JsonObject, budget = { left: maxSteps }): JsonObject {
  budget.left -= 1;
  if (!isJsonObject(schema) || budget.left < 0) return {};
  const { $ref, allOf, ...own } = schema;
  const parts = Array.isArray(allOf) ? allOf : [];
  const target = typeof $ref === 'string' ? [resolveSchema(targetOf($ref, root), root, budget)] : [];
  return [...target, ...parts.map((part) => resolveSchema(part, root, budget)), own].reduce(mergeSchemas, {});
}

/** Combines two schemas that both apply. */
export function mergeSchemas(first: JsonObject, second: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...first, ...second };
  if (isJsonObject(first.properties) && isJsonObject(second.properties)) {
    merged.properties = { ...first.properties, ...second.properties };
  }
  if (Array.isArray(first.required) && Array.isArray(second.required)) {
    merged.required = [...new Set([...first.required, ...second.required])];
  }
  return merged;
}

function targetOf(ref: string, root: JsonObject): unknown {
  if (!ref.startsWith('#')) return undefined;
  try {
    return valueAt(root, keysOf(decodeURIComponent(ref.slice(1))));
  } catch {
    // The reference is no URI.
    return undefined;
  }
}

/** Returns the last part of the reference of a schema, as a name of what it describes. */
export function nameOfReference(schema: unknown): string | undefined {
  return isJsonObject(schema) && typeof schema.$ref === 'string' ? keysOf(schema.$ref).at(-1) : undefined;
}
