import { type ExecutorToolOptions, type ToolContext, type ToolExecutor, ToolSpec } from 'toolwright';

/** A tool without arguments that runs `body`; without a context if that takes none, as methods are run. */
export function toolOf(body: (ctx: ToolContext) => unknown, options: Partial<ExecutorToolOptions> = {}): ToolSpec {
  const execute: ToolExecutor['execute'] = (_, ctx) => body(ctx);
  const bare = body.length === 0 ? { executeBare: () => (body as () => unknown)() } : {};
  return ToolSpec.create({ name: 'probe', ...options, executor: { kind: 'test', execute, ...bare } });
}
