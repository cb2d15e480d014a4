import { pointerOf } from '../base/json/json-pointer.js';
import type { JsonSchema } from '../base/json/json-schema.js';

/** Checks whether a value is a schema object, not `true` or `false`. */
export function isSchemaObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Appends steps to a JSON Pointer. */
export function childPointer(pointer: string, ...steps: readonly (string | number)[]): string {
  return pointer + pointerOf(steps);
}

/** Resolves a local `$ref` within the root schema. Returns undefined if the location does not exist. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema | boolean | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const step of refSteps(ref)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return isSchemaObject(found) || typeof found === 'boolean' ? found : undefined;
}

/** Returns the name of the definition that a `$ref` refers to. Returns undefined if it refers to another location. */
export function definitionName(ref: string): string | undefined {
  const [container, name, ...deeper] = refSteps(ref);
  return container === '$defs' && deeper.length === 0 ? name : undefined;
}

/** Returns the last step of a `$ref`, which serves as the name of the type that it refers to. */
export function refLabel(ref: string): string {
  return refSteps(ref).at(-1) ?? '';
}

function refSteps(ref: string): readonly string[] {
  if (!ref.startsWith('#/')) return [];
  return ref
    .slice(2)
    .split('/')
    .map((step) => decodeStep(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // A single `%` in a name is not an escape sequence.
    return step;
  }
}
