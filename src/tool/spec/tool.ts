import { ToolSpec } from './tool-spec.js';

/**
 * Creates a tool from a function: `ToolSpec.fromFunction` under a shorter name. The types of its parameters are inferred
 * from the `inputSchema`, and what it returns is checked against the `outputSchema`.
 *
 * @example
 * ```ts
 * const weather = tool(({ city }) => read(city), { name: 'weather', inputSchema: z.object({ city: z.string() }) });
 * ```
 * @throws DefinitionError on an anonymous function without the option `name`, and on a parameter without a type.
 */
export const tool = ToolSpec.fromFunction;
