import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { secretObject } from '../../base/options/option-rules.js';
import { classNameOf } from '../../base/values/class-name.js';
import { memoize } from '../../base/values/memoize.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { ToolArguments } from '../../call/tool-executor.js';
import type { ParameterSlot } from '../../schema/input/input-parts.js';
import { checkCalled, findMethod } from '../../tool/decorators/definition-site.js';
import type { ToolDecorator } from '../../tool/decorators/tool.js';
import type { ToolMetadata } from '../../tool/metadata/tool-metadata.js';
import { type MethodImplementation, recordImplementation } from '../../tool/registry/method-implementation.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import { createOperation, type OperationOptions, operationNames } from './create-operation.js';
import { authorNamesOf, checkRequestNames, joinNames } from './request-names.js';
import { clientNames, RestClient, type RestClientOptions } from './rest-client.js';
import {
  addStateKeys,
  defaultTimeoutMs,
  type HiddenParts,
  type RestRequestOptions,
  readFixedParts,
} from './rest-request-options.js';
import { runOperation } from './run-operation.js';

/** The options of all operations of a class, which its member `restOptions` contains. */
export interface RestClassOptions
  extends RestClientOptions,
    Pick<RestRequestOptions, 'baseUrl' | 'headers' | 'query'> {}

const classNames: OptionNames<RestClassOptions> = {
  ...clientNames,
  baseUrl: true,
  headers: secretObject,
  query: secretObject,
};

/**
 * Declares that a tool's calls send a request instead of running the method, whose parameters are the arguments. The
 * method must also have `@Tool()`, and the instance a member `restOptions` with the base URL. Requires the package undici.
 *
 * @example
 * ```ts
 * class Users extends ToolRegistry {
 *   readonly restOptions: RestClassOptions = { baseUrl: 'https://api.example.com/v1' };
 *
 *   @Tool({ description: 'Returns a user.' })
 *   @Rest({ method: 'GET', path: '/users/{id}' })
 *   getUser(id: string): void {}
 * }
 * ```
 * @throws DefinitionError if it is not applied to a method, or if an option does not exist. Other mistakes are reported
 * when the spec is created.
 */
export function Rest(options: OperationOptions): ToolDecorator;
export function Rest(...args: readonly [OperationOptions, ...unknown[]]): ToolDecorator {
  checkCalled('@Rest', args, 1);
  const options: OperationOptions = Object.freeze({ ...args[0] });
  return (...site: unknown[]): void => {
    const { recordTarget, method } = findMethod('@Rest()', site);
    const owner = recordTarget.kind === 'class' ? `${classNameOf(recordTarget.target)}.` : '';
    checkOptionNames(args[0], operationNames, `${owner}${method}: @Rest()`);
    recordImplementation(recordTarget, method, createImplementation(options));
  };
}

function createImplementation(options: OperationOptions): MethodImplementation {
  return {
    build(instance, tool, create) {
      const { client, fixed } = restParts(instance);
      const where = `${tool.className}.${tool.method}`;
      const spec = create(addOptions(tool, client), (slots) => ({
        kind: 'rest',
        execute: (args: ToolArguments, ctx: ToolContext) =>
          runOperation({ operation, fixed, client, ctx }, { ...defaults, ...namedArguments(slots, args) }),
      }));
      const names = [...Object.keys(spec.params), ...Object.keys(spec.bindings)];
      const operation = createOperation(options, names, where);
      const author = { names: joinNames(authorNamesOf(fixed), client.names), bound: Object.keys(spec.bindings) };
      checkRequestNames(operation, author, where);
      // The method would apply its own defaults, which its schema publishes.
      const defaults = defaultsOf(spec.params);
      return spec;
    },
  };
}

function addOptions(tool: ToolMetadata, client: RestClient): ToolMetadata {
  const { options } = tool;
  const state = addStateKeys(options.state, client.stateKeys) as ToolMetadata['options']['state'];
  return { ...tool, options: { ...options, timeoutMs: options.timeoutMs ?? defaultTimeoutMs, state } };
}

function defaultsOf(params: ToolSpec['params']): ToolArguments {
  return Object.fromEntries(
    Object.entries(params)
      .map(([name, schema]) => [name, typeof schema === 'object' ? schema.default : undefined] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** Returns the arguments by name. A DTO class that describes all arguments is one value. */
function namedArguments(slots: readonly ParameterSlot[], args: ToolArguments): ToolArguments {
  const root = slots.find(({ from }) => from === 'root');
  return root === undefined ? args : (args[root.name] as ToolArguments);
}

/** The operations of an instance share its connections and its tokens. */
const restParts = memoize((instance: object): { readonly client: RestClient; readonly fixed: HiddenParts } => {
  const where = classNameOf(instance.constructor);
  const options = (instance as { readonly restOptions?: unknown }).restOptions;
  if (typeof options !== 'object' || options === null) {
    throw new DefinitionError(
      `${where}: @Rest() requires a member restOptions with the base URL, not ${previewValue(options)}. ` +
        "Add restOptions = { baseUrl: 'https://…' }.",
    );
  }
  const { baseUrl, headers, query, ...others } = options as RestClassOptions;
  checkOptionNames(options, classNames, `${where}: restOptions`);
  const fixed = readFixedParts({ baseUrl, headers, query }, `${where}: restOptions`);
  const client = new RestClient(others, fixed.baseUrl, `${where}: restOptions`);
  return { client, fixed };
});
