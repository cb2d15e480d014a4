import type { ToolError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { text } from '../../call/response/content.js';
import { ToolResult } from '../../call/response/tool-result.js';
import type { SandboxLog } from './sandbox-engine.js';

/** What a program of a model returned. */
export interface CodeOutput {
  /** The value of its last expression. */
  readonly value?: unknown;
  /** The lines that it wrote to the console. */
  readonly logs: readonly string[];
}

/** The schema of a {@link CodeOutput}. */
export const outputSchema: JsonSchema = {
  type: 'object',
  properties: { value: {}, logs: { type: 'array', items: { type: 'string' } } },
  required: ['logs'],
};

/** The end of a program. */
export interface ProgramOutput {
  readonly value?: unknown;
  readonly error?: ToolError | undefined;
  readonly logs: readonly SandboxLog[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Ends a tool that has run a program. The console output of a failed program is a chunk, which the final response contains
 * before the message of the error.
 */
export async function* endProgram({
  value,
  error,
  logs,
  metadata,
}: ProgramOutput): AsyncGenerator<string, ToolResult<CodeOutput>> {
  const lines = logs.map(textOf);
  if (error !== undefined) {
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
    return new ToolResult<CodeOutput>({ error, content: [text(error.toText())], metadata });
  }
  const output = value === undefined ? { logs: lines } : { value, logs: lines };
  const { data, content, structuredContent } = ToolResult.ok<CodeOutput>(output);
  return new ToolResult<CodeOutput>({ data, content, structuredContent, metadata });
}

function textOf({ level, text }: SandboxLog): string {
  return level === 'warn' || level === 'error' ? `${level}: ${text}` : text;
}
