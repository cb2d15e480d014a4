import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import { copyContainers, freezeContainers } from '../../call/state/containers.js';
import { checkToolName } from '../metadata/tool-name.js';
import { toolOptionNames } from '../metadata/tool-option-names.js';
import type { ToolOptions } from '../metadata/tool-options.js';
import { metaWithUi } from '../metadata/tool-ui.js';
import { checkWrittenFields } from './provider-features.js';

/** The definition of a tool: its options without its schemas, and without those that say how they are read. */
export type SpecDefinition = Readonly<
  Required<Pick<ToolOptions, 'name'>> &
    Omit<
      ToolOptions,
      | 'name'
      | 'inputSchema'
      | 'outputSchema'
      | 'params'
      | 'names'
      | 'bind'
      | 'ctx'
      | 'enabled'
      | 'closed'
      | 'patterns'
      | 'state'
    >
>;

const otherOptions: Readonly<Record<Exclude<keyof ToolOptions, keyof SpecDefinition>, true>> = {
  inputSchema: true,
  outputSchema: true,
  params: true,
  names: true,
  bind: true,
  ctx: true,
  enabled: true,
  closed: true,
  patterns: true,
  state: true,
};
const definitionNames = Object.keys(toolOptionNames).filter((name) => !Object.hasOwn(otherOptions, name));

const defaults = Object.freeze({ tags: Object.freeze([]), accumulate: 'concat', strictReturn: false } as const);

/**
 * Creates a definition from a tool's options: a frozen copy with defaults. `where` begins the messages of errors.
 *
 * @throws DefinitionError on an illegal name, and on options that exclude each other.
 */
export function createDefinition(options: SpecDefinition, where: string): SpecDefinition {
  checkToolName(options.name, where);
  if (options.verify !== undefined && options.effect === undefined) {
    throw new DefinitionError(`${where}: verify requires effect: 'write'.`);
  }
  checkPaths(options, where);
  metaWithUi(options, where);
  checkWrittenFields(options.providerOptions, where);
  const copied: Record<string, unknown> = {};
  for (const name of definitionNames) {
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined) copied[name] = freezeContainers(copyContainers(value));
  }
  return Object.freeze({ name: options.name, ...defaults, ...copied });
}

function checkPaths({ paths = {} }: SpecDefinition, where: string): void {
  for (const [name, reading] of Object.entries(paths)) {
    if (typeof reading?.resolve === 'function') continue;
    throw new DefinitionError(`${where}: paths.${name} must have a method 'resolve', not ${previewValue(reading)}.`);
  }
}
