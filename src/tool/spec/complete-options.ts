import { freezeDeep } from '../../schema/json-schema/freeze-deep.js';
import { generatedOutputSchema } from '../../schema/typed/output-schema.js';
import type { GeneratedTool } from '../metadata/generated-tools.js';
import type { ToolOptions } from '../metadata/tool-options.js';

/** The options that a generated description completes. */
type Described = Pick<ToolOptions, 'description' | 'examples' | 'outputSchema'>;

/**
 * Completes a tool's options with the generated description of the tool, except its parameters. What the options say
 * takes precedence. `where` begins the messages of errors.
 */
export function completeOptions<T extends Described>(
  options: T,
  generated: GeneratedTool | undefined,
  where: string,
): T & Described {
  const { description, examples, returns, $defs = {} } = generated ?? {};
  const output =
    returns === undefined ? undefined : () => generatedOutputSchema(returns, $defs, `${where}: outputSchema`);
  return {
    ...options,
    description: options.description ?? description,
    examples: options.examples ?? (examples && freezeDeep(structuredClone(examples))),
    outputSchema: options.outputSchema ?? output?.(),
  };
}
