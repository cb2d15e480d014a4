import type { ToolOptions } from '../../tool/metadata/tool-options.js';

/** The definition of a built-in tool. */
export interface BuiltinDefinition {
  readonly name: string;
  readonly description: string;
}

/** The options of a built-in tool. They contain no schemas: these are generated from the types of the method. */
export type BuiltinOptions = Required<Pick<ToolOptions, 'name' | 'description' | 'tags' | 'annotations'>> &
  Pick<ToolOptions, 'trust'>;

/** Creates the options of a built-in tool, which only computes: it changes nothing and reaches no other system. */
export function builtinTool(tag: string, { name, description }: BuiltinDefinition): BuiltinOptions {
  return {
    name,
    description,
    tags: [tag],
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
}
