import { positionalArguments } from '../../../call/native-executor.js';
import type { ToolContext } from '../../../call/tool-context.js';
import type { ToolArguments, ToolExecutor } from '../../../call/tool-executor.js';
import type { ParameterSlot } from '../../../schema/input/input-parts.js';
import type { ToolMetadata } from '../../../tool/metadata/tool-metadata.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import type { OpenCalls } from './open-calls.js';
import { createPlaceholderRequest } from './placeholder-request.js';
import type { RequestScope } from './request-scope.js';
import type { ToolHost } from './tool-host.js';
import { type NestHandler, ToolRun } from './tool-run.js';

/** The parts of an executor. */
export interface ExecutorParts {
  readonly tool: ToolMetadata;
  readonly slots: readonly ParameterSlot[];
  readonly host: ToolHost;
  readonly requests: RequestScope;
  readonly openCalls: OpenCalls;
  /** Returns the spec of the tool. */
  readonly getSpec: () => ToolSpec;
}

/** Creates an executor that runs a method through Nest: guards, interceptors, pipes, the method, exception filters. */
export function nestExecutor({ tool, slots, host, requests, openCalls, getSpec }: ExecutorParts): ToolExecutor {
  const names = tool.params.map(({ name }) => name ?? '');
  const execute = (args: ToolArguments, context: ToolContext): Promise<unknown> => {
    const { hostRequest: request = requests.current } = context as { readonly hostRequest?: unknown };
    const values = positionalArguments(slots, args, context);
    const spec = getSpec();
    const run = new ToolRun({
      spec,
      args,
      context,
      values: new Map(names.map((name, index) => [name, values[index]])),
      request:
        typeof request === 'object' && request !== null ? request : createPlaceholderRequest(spec.name, context, args),
    });
    const handler = host.handlerFor(tool.method, run.request);
    const start = (one: NestHandler): Promise<unknown> => run.start(one, openCalls);
    return handler instanceof Promise ? handler.then(start) : start(handler);
  };
  return Object.freeze({ kind: 'nest', execute });
}
