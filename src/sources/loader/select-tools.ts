import { nearestName } from '../../base/options/nearest-name.js';
import type { ToolSpec } from '../../index.js';
import { compileToolPattern } from '../../tool/spec/tool-pattern.js';
import type { Definition } from './definition.js';
import type { FoundTool } from './tool-table.js';

/**
 * Returns the tools that a definition names in `tools`.
 *
 * @throws DefinitionError at the name that is not the name of a tool.
 */
export function selectTools(
  definition: Definition,
  names: readonly string[],
  tools: ReadonlyMap<string, FoundTool>,
): readonly ToolSpec[] {
  return names.flatMap((name, index) => {
    const pattern = compileToolPattern(name, 'tools');
    const found = [...tools.values()].filter(({ spec }) => pattern.test(spec.name)).map(({ spec }) => spec);
    if (found.length > 0) return found;
    throw createMissingError({ definition, key: 'tools', index, what: 'tool' }, name, [...tools.keys()]);
  });
}

/** The place of a name in a list of a definition. */
export interface NamePlace {
  readonly definition: Definition;
  readonly key: string;
  readonly index: number;
  /** The kind of thing that has the name. */
  readonly what: string;
}

/** Creates the error of a name that does not exist. */
export function createMissingError(
  { definition: { configuration, path }, key, index, what }: NamePlace,
  name: string,
  known: readonly string[],
): Error {
  const near = nearestName(name, known);
  const hint = near === undefined ? `The names are ${known.join(', ') || 'none'}.` : `Did you mean '${near}'?`;
  const found = name.includes('*') ? `No ${what} matches '${name}'.` : `There is no ${what} '${name}'.`;
  return configuration.errorAt([...path, key, index], `${found} ${hint}`);
}
