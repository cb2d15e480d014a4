import { type ExecutorToolOptions, type ToolContext, ToolSpec } from 'toolwright';

/** A tool without arguments that runs `body`. */
export function toolOf(body: (ctx: ToolContext) => unknown, options: Partial<ExecutorToolOptions> = {}): ToolSpec {
  return ToolSpec.create({ name: 'probe', ...options, executor: { kind: 'test', execute: (_, ctx) => body(ctx) } });
}
