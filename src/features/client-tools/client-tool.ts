import { DefinitionError, ToolExecutionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames, ownOptions } from '../../base/options/check-options.js';
import { brandClass, brands } from '../../base/values/brand.js';
import type { ToolExecutor } from '../../call/tool-executor.js';
import { type ExecutorToolOptions, executorOptionNames, ToolSpec } from '../../tool/spec/tool-spec.js';

/** The options of `clientTool`: those of a tool that do not concern its run, because the client runs it. */
export type ClientToolOptions = Pick<
  ExecutorToolOptions,
  | 'name'
  | 'title'
  | 'description'
  | 'version'
  | 'group'
  | 'tags'
  | 'keywords'
  | 'inputSchema'
  | 'outputSchema'
  | 'examples'
  | 'annotations'
  | 'icons'
  | 'meta'
  | 'deferLoading'
  | 'allowedCallers'
  | 'providerOptions'
  | 'coerce'
  | 'patterns'
  | 'deadlineMs'
  | 'canAccess'
  | 'needsApproval'
  | 'use'
>;

const runOptions = [
  'executor',
  'bind',
  'state',
  'stateScope',
  'timeoutMs',
  'chunkTimeoutMs',
  'retry',
  'concurrency',
  'accumulate',
  'strictReturn',
  'maxOutputChars',
] as const;

const optionNames: OptionNames<ClientToolOptions> = {
  name: executorOptionNames.name,
  title: executorOptionNames.title,
  description: executorOptionNames.description,
  version: executorOptionNames.version,
  group: executorOptionNames.group,
  tags: executorOptionNames.tags,
  keywords: executorOptionNames.keywords,
  inputSchema: executorOptionNames.inputSchema,
  outputSchema: executorOptionNames.outputSchema,
  examples: executorOptionNames.examples,
  annotations: executorOptionNames.annotations,
  icons: executorOptionNames.icons,
  meta: executorOptionNames.meta,
  deferLoading: executorOptionNames.deferLoading,
  allowedCallers: executorOptionNames.allowedCallers,
  providerOptions: executorOptionNames.providerOptions,
  coerce: executorOptionNames.coerce,
  patterns: executorOptionNames.patterns,
  deadlineMs: executorOptionNames.deadlineMs,
  canAccess: executorOptionNames.canAccess,
  needsApproval: executorOptionNames.needsApproval,
  use: executorOptionNames.use,
};

/**
 * Creates a tool that the client runs, such as a browser. A call of it through a toolkit ends with the state `pending` and
 * the validated input. `toolkit.supplyResult()` receives what the client returns.
 *
 * @example
 * ```ts
 * toolkit.register(clientTool({ name: 'pick_date', inputSchema, outputSchema: { type: 'string', format: 'date' } }));
 * ```
 * @throws DefinitionError on an invalid name or schema, and on an option that only applies where the tool runs.
 */
export function clientTool(options: ClientToolOptions): ToolSpec {
  const { name } = options;
  const unsuitable = runOptions.find((option) => (options as Partial<ExecutorToolOptions>)[option] !== undefined);
  if (unsuitable !== undefined) {
    throw new DefinitionError(
      `clientTool: '${name}' is run by the client, so the option '${unsuitable}' does not apply to it. Omit it.`,
    );
  }
  checkOptionNames(options, optionNames, `clientTool: '${name}'`);
  return ToolSpec.create({ ...ownOptions(options, optionNames), executor: new ClientExecutor(name) });
}

/** The executor of a tool that the client runs. A toolkit never calls it. */
class ClientExecutor implements ToolExecutor {
  readonly kind = 'client';
  readonly usesContext = false;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  execute(): never {
    throw new ToolExecutionError(
      `'${this.#name}' is run by the client. Call it through a toolkit, and pass its result to supplyResult().`,
      { toolName: this.#name },
    );
  }
}
brandClass(ClientExecutor, brands.clientExecutor);
