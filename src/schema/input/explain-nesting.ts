import type { ValidationIssue } from '../../base/errors/errors.js';
import { stepsOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { definitionName } from '../json-schema/schema-refs.js';
import type { InputContract } from './input-contract.js';

/**
 * Explains unknown arguments that are on the wrong level: the parameter whose properties are the arguments, and a property of
 * an object that is missing.
 */
export function explainNesting(
  issues: readonly ValidationIssue[],
  { flattened, published }: Pick<InputContract, 'flattened' | 'published'>,
): readonly ValidationIssue[] {
  if (!issues.some(({ rule }) => rule === 'unknown')) return issues;
  const owners = ownersOf(issues, published);
  if (flattened === undefined && owners.size === 0) return issues;
  return issues.map((issue) => {
    const name = issue.rule === 'unknown' ? argumentAt(issue.path) : undefined;
    if (name === undefined) return issue;
    if (name === flattened) {
      return { ...issue, message: `is unknown (the properties of '${flattened}' are expected at the top level)` };
    }
    const owner = owners.get(name);
    return owner === undefined ? issue : { ...issue, message: `is unknown (it is a property of '${owner}')` };
  });
}

/** Returns the names of the missing objects by the names of their properties. */
function ownersOf(issues: readonly ValidationIssue[], published: JsonSchema): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { rule, path } of issues) {
    const owner = rule === 'required' ? argumentAt(path) : undefined;
    if (owner === undefined) continue;
    for (const name of Object.keys(propertiesOf(published.properties?.[owner], published))) owners.set(name, owner);
  }
  return owners;
}

/** Returns the name of the argument at a path. Undefined for a path in an argument. */
function argumentAt(path: string): string | undefined {
  const [name, ...deeper] = stepsOf(path);
  return deeper.length === 0 ? name : undefined;
}

function propertiesOf(schema: JsonSchema | boolean | undefined, { $defs }: JsonSchema): object {
  if (typeof schema !== 'object') return {};
  const definition = schema.$ref === undefined ? undefined : definitionName(schema.$ref);
  const described = definition === undefined ? schema : $defs?.[definition];
  return (typeof described === 'object' ? described.properties : undefined) ?? {};
}
