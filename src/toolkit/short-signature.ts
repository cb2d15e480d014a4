import { parametersOf } from '../format/signature.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';

// What follows would not help a model to choose. It reads the schema before it calls the tool.
const maxParameters = 8;

/**
 * Returns the parameters of a tool as a model reads them in a list, such as `({ query, limit? })`: those that are required
 * first, and at most eight.
 */
export function shortParameters(spec: ToolSpec): string {
  const parameters = spec.to(parametersOf);
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const optional = parameters.filter(({ isRequired }) => !isRequired).map(({ name }) => `${name}?`);
  const names = [...required, ...optional];
  const shown = names.length > maxParameters ? [...names.slice(0, maxParameters), '…'] : names;
  return shown.length === 0 ? '()' : `({ ${shown.join(', ')} })`;
}
