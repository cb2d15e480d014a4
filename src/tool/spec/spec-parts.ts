import { DefinitionError } from '../../base/errors/errors.js';
import { nearestName } from '../../base/options/nearest-name.js';
import { CallIds } from '../../base/runtime/call-ids.js';
import { ArgumentPlan } from '../../call/argument-plan.js';
import type { CallPlan } from '../../call/call-plan.js';
import { type Binding, createBinding } from '../../call/state/binding.js';
import { StateScope } from '../../call/state/scoped-state.js';
import type { StatePath } from '../../call/state/state-path.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { ToolExecutor } from '../../call/tool-executor.js';
import { noEntries } from '../../schema/input/empty.js';
import type { ToolInput } from '../../schema/input/tool-input.js';
import type { OutputValidator } from '../../schema/output/output-validator.js';
import type { Offer } from '../metadata/offer-options.js';
import type { ToolOptions } from '../metadata/tool-options.js';
import type { ToolComments } from './complete-options.js';
import type { PublishedDescription } from './published-description.js';
import type { SpecDefinition } from './spec-definition.js';

/** The parts of a spec that are known when it is created. */
export interface KnownParts {
  readonly definition: SpecDefinition;
  /** What the spec offers. Undefined for a tool. */
  readonly offer?: Offer | undefined;
  /** The name that the tool was defined with. */
  readonly originalName: string;
  /** How much of the description is published. */
  readonly publishedDescription: PublishedDescription;
  /** What is known of the executor before its tool is called. */
  readonly runner: Pick<ToolExecutor, 'kind' | 'skippedDecorator' | 'isPinned'>;
  readonly state: ToolState;
  /** The patterns of the paths that the tool names for its state scope. */
  readonly statePaths: readonly StatePath[];
}

/**
 * The parts of a spec that depend on the types of its parameters. Specs that are derived from one another share the parts
 * that did not change.
 */
export interface TypedParts {
  readonly executor: ToolExecutor;
  readonly input: ToolInput;
  readonly output: OutputValidator | undefined;
  readonly bindings: ReadonlyMap<string, Binding>;
  /** What the comments of a function say. The definition takes precedence. */
  readonly comments?: ToolComments | undefined;
}

/** Typed parts that are read when they are first needed, because the types may be declared later. */
export interface LateParts {
  /** The parts without the types that are not declared yet. Undefined if they cannot be read without them. */
  readonly early: TypedParts | undefined;
  /** Reads the parts. Throws a DefinitionError if they lack a type. */
  readonly read: () => TypedParts;
}

/**
 * Returns the bindings that an input declares, and those of properties of its schema. `where` begins the messages of
 * errors.
 *
 * @throws DefinitionError if the schema does not have one of the properties.
 */
export function bindingsOf(
  input: ToolInput,
  where: string,
  properties: NonNullable<ToolOptions['bind']> = {},
): TypedParts['bindings'] {
  const isEmpty = input.bindings.size === 0 && Object.keys(properties).length === 0;
  if (isEmpty) return noEntries;
  const bindings = new Map([...input.bindings].map(([name, target]) => [name, createBinding(name, target, where)]));
  for (const [property, target] of Object.entries(properties)) {
    checkBindable(input, property, where);
    const binding = typeof target === 'string' ? { stateKey: target } : target;
    bindings.set(property, createBinding(property, binding, where));
  }
  return bindings;
}

/** Throws a DefinitionError if a parameter of an input, or a property of the schema of all arguments, does not exist. */
export function checkBindable(input: ToolInput, parameter: string, where: string): void {
  if (input.has(parameter)) return;
  const names = input.names();
  const near = nearestName(parameter, names);
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  const known = names.join(', ') || 'none';
  const addition =
    near === undefined
      ? ' Add a property to the schema, which models do not see if it is bound, or a parameter of this name to the function.'
      : '';
  throw new DefinitionError(
    input.hasRoot
      ? `${where}: there is no property '${parameter}' to bind.${hint} The schema has ${known}.${addition}`
      : `${where}: there is no parameter '${parameter}' to bind.${hint} It has ${known}.`,
  );
}

/** Creates the plan that all calls of a spec share. */
export function createPlan(
  { definition, statePaths }: KnownParts,
  { executor, input, output, bindings }: TypedParts,
): CallPlan {
  const paths = [...[...bindings.values()].map(({ path }) => path), ...statePaths];
  return {
    toolName: definition.name,
    ids: new CallIds(),
    executor,
    args: new ArgumentPlan(definition.name, input, bindings),
    output,
    accumulate: definition.accumulate ?? 'concat',
    coerce: definition.coerce,
    timeoutMs: definition.timeoutMs,
    deadlineMs: definition.deadlineMs,
    chunkTimeoutMs: definition.chunkTimeoutMs,
    retry: definition.retry,
    strictReturn: definition.strictReturn ?? false,
    maxOutputChars: definition.maxOutputChars,
    stateScope: definition.stateScope === 'bound' ? new StateScope(paths) : undefined,
  };
}
