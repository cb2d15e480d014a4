import { type BuiltinDefinition, type BuiltinOptions, builtinTool } from '../definition/builtin-tool.js';

/** What a guarded tool does to the machine. */
export type GuardedEffect = 'reads' | 'writes' | 'deletes';

/** Creates the options of a built-in tool that reaches the machine. Others may have written what it reads there. */
export function guardedTool(tag: string, effect: GuardedEffect, definition: BuiltinDefinition): BuiltinOptions {
  return {
    ...builtinTool(tag, definition),
    ...(effect === 'reads' ? { trust: 'untrusted' } : {}),
    annotations: {
      readOnlyHint: effect === 'reads',
      destructiveHint: effect !== 'reads',
      idempotentHint: effect === 'reads',
      openWorldHint: false,
    },
  };
}
