import { DefinitionError } from '../../base/errors/errors.js';
import { nearestName } from '../../base/options/nearest-name.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { ConditionValue } from '../../call/client/permission-match.js';
import {
  alternatives,
  propertyNames,
  propertyOf,
  type SchemaRecord,
  withItems,
} from '../../schema/json-schema/alternatives.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import { argumentSteps } from './argument-steps.js';

/** A condition of a rule on an argument. */
export interface NamedCondition {
  /** The dotted name of the argument. */
  readonly name: string;
  readonly values: readonly ConditionValue[];
  /** The rule, for errors. */
  readonly where: string;
}

/**
 * Checks the name of an argument in a rule, and the types of the values, against the schema of a tool.
 *
 * @throws DefinitionError if the tool has no such argument, or no value of the rule can be equal to it.
 */
export function checkArgumentName(spec: ToolSpec, { name, values, where }: NamedCondition): void {
  const root = spec.inputSchema;
  let schemas = alternatives(root, root);
  for (const key of argumentSteps(spec, name)) {
    const objects = withItems(schemas, root);
    if (objects.some((schema) => isOpen(schema, key))) return;
    const found = objects.flatMap((schema) => propertyOf(schema, key));
    if (found.length === 0) throw unknownArgument(spec, { name, key, where, known: objects.flatMap(propertyNames) });
    schemas = found.flatMap((schema) => alternatives(schema, root));
  }
  // A conversion may return another type than the one that is sent.
  if (spec.convertsArguments) return;
  const types = withItems(schemas, root).map(typesOf);
  if (types.some((one) => one === undefined)) return;
  const known = new Set(types.flatMap((one) => one ?? []));
  const wrong = values.find((value) => !typesFor(value).some((type) => known.has(type)));
  if (wrong === undefined) return;
  throw new DefinitionError(
    `${where}: when.${name} is ${previewValue(wrong)}, but the argument of '${spec.name}' has the type ` +
      `${[...known].join(' or ')}. Use a value of that type.`,
  );
}

/** Whether a schema states that it accepts properties that it does not list. */
function isOpen(schema: SchemaRecord, key: string): boolean {
  if (propertyOf(schema, key).length > 0) return false;
  return (schema.additionalProperties ?? false) !== false || schema.patternProperties !== undefined;
}

/** Returns the types that a schema states. Returns undefined if it states none. */
function typesOf(schema: SchemaRecord): readonly string[] | undefined {
  if (schema.type !== undefined) return [schema.type].flat().map(String);
  const isCombination = ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined);
  return isCombination ? [] : undefined;
}

function typesFor(value: ConditionValue): readonly string[] {
  if (value === null) return ['null'];
  return typeof value === 'number' ? ['number', 'integer'] : [typeof value];
}

function unknownArgument(
  spec: ToolSpec,
  { name, key, where, known }: { name: string; key: string; where: string; known: readonly string[] },
): DefinitionError {
  const nearest = nearestName(key, known);
  const isBound = Object.hasOwn(spec.bindings, key);
  const names = known.length === 0 ? 'It has none.' : `It has ${[...new Set(known)].join(', ')}.`;
  const hint = isBound
    ? 'It is bound to the state, so that no model sends it.'
    : nearest === undefined
      ? names
      : `Did you mean '${nearest}'?`;
  return new DefinitionError(`${where}: '${spec.name}' has no argument '${name}'. ${hint}`);
}
