import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';

/** Throws a DefinitionError that says what `tool()` takes, if its first argument is no function. */
export function checkFunction(implementation: unknown): void {
  if (typeof implementation === 'function') return;
  throw new DefinitionError(`tool: the first argument must be a function, not ${describeMisuse(implementation)}`);
}

function describeMisuse(given: unknown): string {
  return describeDefinition(given) ?? `${previewValue(given)}. Write tool((input) => …, { name, inputSchema }).`;
}

/**
 * Describes a definition of a tool as other libraries write it: an object with the function `execute`. Returns undefined for
 * any other value.
 *
 * @param key - The name of a tool whose definition has none.
 */
export function describeDefinition(given: unknown, key?: string): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  if (typeof Reflect.get(given, 'execute') !== 'function') return undefined;
  const name: unknown = Reflect.get(given, 'name') ?? key;
  const written = typeof name === 'string' ? `name: '${name}'` : 'name';
  return (
    `an object with 'execute'. Write tool(execute, { ${written}, … }), ` +
    'or convert a tool of the AI SDK with fromAiSdk() of toolwright/ai-sdk.'
  );
}
