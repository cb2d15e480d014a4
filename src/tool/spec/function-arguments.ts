import type { CallOptions } from '../../call/call-options.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { SchemaOutput } from '../metadata/schema-types.js';

/**
 * The arguments of a function whose parameters have no types of their own: the value of its `inputSchema`, and the
 * context. Without an `inputSchema`, they are not known.
 *
 * @typeParam Input - The type of the `inputSchema`.
 */
export type FunctionArguments<Input> = Input extends undefined
  ? unknown[]
  : [input: SchemaOutput<Input>, context: ToolContext];

/** The parameters of a call: the arguments or their JSON text, and options. The arguments are optional if all of them are. */
export type CallArguments<Input, Options = CallOptions> = unknown extends Input
  ? [args?: unknown, options?: Options]
  : Record<never, never> extends Input
    ? [args?: Input | string, options?: Options]
    : [args: Input | string, options?: Options];
