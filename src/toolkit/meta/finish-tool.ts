import type { SchemaSource } from '../../metadata/tool-options.js';
import { ToolResult } from '../../response/tool-result.js';
import { ToolSpec } from '../../spec/tool-spec.js';

/** What a finish tool is called. */
export interface FinishToolOptions {
  /** @default 'finish' */
  readonly name?: string | undefined;
  /** When to call it, for the model. */
  readonly description?: string | undefined;
}

const usualDescription = 'Give the final answer. Call this once, when everything that was asked for is done.';

/** Makes a tool whose arguments are an agent's answer: validated, they come back as data and `metadata.structuredOutput`. */
export function createFinishTool(
  model: SchemaSource,
  { name = 'finish', description = usualDescription }: FinishToolOptions,
): ToolSpec {
  return ToolSpec.create({
    name,
    description,
    inputSchema: model,
    annotations: { readOnlyHint: true, openWorldHint: false },
    executor: {
      kind: 'toolkit',
      execute: (answer) => {
        const { data, content, structuredContent } = ToolResult.ok(answer);
        return new ToolResult({ data, content, structuredContent, metadata: { structuredOutput: answer } });
      },
    },
  });
}
