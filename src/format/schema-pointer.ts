import type { JsonSchema } from '../json-schema.js';

/** Whether a value is a schema written as an object, not as `true` or `false`. */
export function isSchemaObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON Pointer one step further down. */
export function childPointer(pointer: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (path, step) => `${path}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  );
}

/** Resolves a local `$ref` within the whole schema. Gives undefined if there is no such place. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema | boolean | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const step of refSteps(ref)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return isSchemaObject(found) || typeof found === 'boolean' ? found : undefined;
}

/** The name of the definition that a `$ref` means; undefined if it means another place. */
export function definitionName(ref: string): string | undefined {
  const [container, name, ...deeper] = refSteps(ref);
  return container === '$defs' && deeper.length === 0 ? name : undefined;
}

/** The last step of a `$ref`: what a reader would call the type it means. */
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
    // A bare `%` in a name is no escape.
    return step;
  }
}
