import { ToolResult } from '../../call/response/tool-result.js';
import type { SchemaSource } from '../../tool/metadata/tool-options.js';
import { ToolSpec } from '../../tool/spec/tool-spec.js';

/** The options of `finishTool`. */
export interface FinishToolOptions {
  /** The name of the tool. @default 'finish' */
  readonly name?: string | undefined;
  /** The description that instructs the model when to call the tool. @default a general instruction */
  readonly description?: string | undefined;
}

const defaultDescription = 'Give the final answer. Call this once, when everything that was asked for is done.';

/** Creates a tool whose validated arguments are the final answer, returned as data and `metadata.structuredOutput`. */
export function createFinishTool(
  model: SchemaSource,
  { name = 'finish', description = defaultDescription }: FinishToolOptions,
): ToolSpec {
  return ToolSpec.create({
    name,
    description,
    inputSchema: model,
    annotations: { readOnlyHint: true, openWorldHint: false },
    // A model that had to search for it would not find the end.
    deferLoading: false,
    executor: {
      kind: 'toolkit',
      execute: (answer) => {
        const { data, content, structuredContent } = ToolResult.ok(answer);
        return new ToolResult({ data, content, structuredContent, metadata: { structuredOutput: answer } });
      },
    },
  });
}
