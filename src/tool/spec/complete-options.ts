import { freezeDeep } from '../../schema/json-schema/freeze-deep.js';
import { generatedOutputSchema } from '../../schema/typed/output-schema.js';
import type { GeneratedTool } from '../metadata/generated-tools.js';
import type { ToolOptions } from '../metadata/tool-options.js';
import { callExamplesOf } from './examples-of.js';

/** What comments say about a tool. */
export type ToolComments = Pick<GeneratedTool, 'description' | 'examples'>;

/** Returns what the comments of a generated description say, as values that nothing else refers to. */
export function commentsOf({ description, examples }: GeneratedTool): ToolComments {
  return { description, examples: examples && freezeDeep(structuredClone(examples)) };
}

/** Returns comments without those for which a tool has other options now. */
export function commentsWithout(comments: ToolComments, names: readonly string[]): ToolComments {
  return Object.fromEntries(Object.entries(comments).filter(([name]) => !names.includes(name)));
}

/** Returns the output schema of the options, or else that of the generated description. `where` begins the messages of errors. */
export function completeOutput(
  { outputSchema }: Pick<ToolOptions, 'outputSchema'>,
  { returns, $defs = {} }: GeneratedTool,
  where: string,
): ToolOptions['outputSchema'] {
  if (outputSchema !== undefined || returns === undefined) return outputSchema;
  return generatedOutputSchema(returns, $defs, `${where}: outputSchema`);
}

/** The options that a generated description completes. */
type Described = Pick<ToolOptions, 'description' | 'examples' | 'outputSchema'>;

/**
 * Completes a tool's options with the generated description of the tool, except its parameters. What the options say
 * takes precedence. `where` begins the messages of errors.
 */
export function completeOptions<T extends Described>(
  options: T,
  generated: GeneratedTool = {},
  where: string,
): T & Described {
  const { description, examples } = commentsOf(generated);
  return {
    ...options,
    description: options.description ?? description,
    examples:
      callExamplesOf(options.examples) === undefined ? joinExamples(options.examples, examples) : options.examples,
    outputSchema: completeOutput(options, generated, where),
  };
}

/** Joins requests with the examples of comments, which contain calls only. */
function joinExamples(requests: ToolOptions['examples'], calls: ToolComments['examples']): ToolOptions['examples'] {
  return requests === undefined ? calls : [...requests, ...(calls ?? [])];
}
