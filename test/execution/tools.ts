import { type ExecutorToolOptions, type ToolContext, type ToolExecutor, ToolSpec } from 'toolwright';

/** Creates a tool without arguments that runs `body`. If `body` has no parameter, the executor uses no context. */
export function toolOf(body: (ctx: ToolContext) => unknown, options: Partial<ExecutorToolOptions> = {}): ToolSpec {
  const execute: ToolExecutor['execute'] = (_, ctx) => body(ctx);
  const bare = body.length === 0 ? { executeBare: () => (body as () => unknown)() } : {};
  return ToolSpec.create({ name: 'probe', ...options, executor: { kind: 'test', execute, ...bare } });
}
