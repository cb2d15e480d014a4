import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';

/** Throws a DefinitionError that says what `tool()` takes, if its first argument is no function. */
export function checkFunction(implementation: unknown): void {
  if (typeof implementation === 'function') return;
  throw new DefinitionError(`tool: the first argument must be a function, not ${describeMisuse(implementation)}`);
}

function describeMisuse(given: unknown): string {
  if (typeof given !== 'object' || given === null || typeof Reflect.get(given, 'execute') !== 'function') {
    return `${previewValue(given)}. Write tool((input) => …, { name, inputSchema }).`;
  }
  const name: unknown = Reflect.get(given, 'name');
  const written = typeof name === 'string' ? `name: '${name}'` : 'name';
  return (
    `an object with 'execute'. Write tool(execute, { ${written}, … }), ` +
    'or convert a tool of the AI SDK with fromAiSdk() of toolwright/ai-sdk.'
  );
}
