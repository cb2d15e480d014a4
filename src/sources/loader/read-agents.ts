import { DefinitionError, type OutputStrategy, ToolFormatter } from '../../index.js';
import type { Definition } from './definition.js';
import type { FoundDefinitions } from './find-definitions.js';
import type { AgentDefinition, ToolSetDefinition } from './manager-options.js';
import { messageOf } from './message-of.js';
import { type FieldTable, readFields } from './read-fields.js';

/** A tool set or an agent, and the definition from which it was read. */
export type Read<T> = T & { readonly definition: Definition };

const toolSetFields = {
  name: { kind: 'string', isRequired: true },
  description: { kind: 'string' },
  tools: { kind: 'strings', isRequired: true },
  timeoutMs: { kind: 'milliseconds', alias: 'timeout', aliasKind: 'duration' },
} as const satisfies FieldTable;

const agentFields = {
  name: { kind: 'string', isRequired: true },
  description: { kind: 'string' },
  tools: { kind: 'strings' },
  toolSets: { kind: 'strings', alias: 'tool_sets' },
  outputStrategy: { kind: 'object', alias: 'output_strategy' },
  parallel: { kind: 'boolean' },
} as const satisfies FieldTable;

const strategyFields = {
  function_calling: { kind: 'boolean', alias: 'functionCalling' },
  fallback_to_structured_output: { kind: 'boolean', alias: 'fallbackToStructuredOutput' },
} as const satisfies FieldTable;

/** Reads the definition of a tool set. @throws DefinitionError if it is invalid. */
export function readToolSet(definition: Definition): Read<ToolSetDefinition> {
  const values = readFields(definition.configuration, definition.path, toolSetFields);
  return { ...(values as unknown as ToolSetDefinition), definition };
}

/** Reads the definition of an agent. @throws DefinitionError if it is invalid. */
export function readAgent(definition: Definition): Read<AgentDefinition> {
  const values = readFields(definition.configuration, definition.path, agentFields);
  if (values.tools === undefined && values.toolSets === undefined) {
    throw definition.error("An agent must have 'tools' or 'tool_sets'.");
  }
  const hasStrategy = values.outputStrategy !== undefined;
  const outputStrategy = hasStrategy ? readStrategy(definition) : undefined;
  return { ...(values as unknown as AgentDefinition), outputStrategy, definition };
}

function readStrategy(definition: Definition): OutputStrategy {
  const path = definition.pathOf('outputStrategy', 'output_strategy');
  const strategy = readFields(definition.configuration, path, strategyFields) as OutputStrategy;
  try {
    new ToolFormatter(strategy);
  } catch (error) {
    throw definition.configuration.errorAt(path, messageOf(error));
  }
  return strategy;
}

/** Things by name, and the errors of those that cannot be read. */
export interface ReadDefinitions<T> {
  readonly byName: ReadonlyMap<string, Read<T>>;
  readonly errors: readonly DefinitionError[];
}

/** Reads definitions, whose names must differ. */
export function readAll<T extends { readonly name: string }>(
  { definitions, errors: earlier }: FoundDefinitions,
  read: (definition: Definition) => Read<T>,
): ReadDefinitions<T> {
  const byName = new Map<string, Read<T>>();
  const errors = [...earlier];
  for (const definition of definitions) {
    try {
      const one = read(definition);
      if (byName.has(one.name))
        throw definition.errorAt(['name'], 'is the name of another definition. Choose another.');
      byName.set(one.name, one);
    } catch (error) {
      if (!DefinitionError.is(error)) throw error;
      errors.push(error);
    }
  }
  return { byName, errors };
}
