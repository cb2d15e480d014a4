import { nearestName } from '../../base/options/nearest-name.js';
import type { NamedCodeTool } from './code-names.js';

/** Describes to a model that a function does not exist, with the function that it most likely means. */
export function describeMissing(name: string, tools: readonly NamedCodeTool[]): string {
  const paths = tools.map(({ path }) => path);
  const meant = nearestName(name, paths) ?? tools.find(({ functionName }) => functionName === name)?.path;
  const hint = meant === undefined ? 'Use search_tools to find functions.' : `Did you mean '${meant}'?`;
  return `There is no function '${name}'. ${hint}`;
}
