/** The parts of `@langchain/core/messages` that the adapter uses. The package is not installed in the root. */
declare module '@langchain/core/messages' {
  export class BaseMessage {
    readonly content: unknown;
    getType(): string;
  }

  export interface ToolMessageFields {
    content: unknown;
    tool_call_id: string;
    name?: string;
    status?: 'success' | 'error';
    artifact?: unknown;
  }

  export class ToolMessage extends BaseMessage {
    constructor(fields: ToolMessageFields);
    tool_call_id: string;
    status?: 'success' | 'error';
    artifact?: unknown;
  }
}

/** The parts of `@langchain/core/tools` that the adapter uses. */
declare module '@langchain/core/tools' {
  export interface DynamicStructuredToolInput {
    name: string;
    description: string;
    schema: object;
    responseFormat?: string;
    func: (input: unknown, runManager: unknown, config: object) => unknown;
  }

  export class DynamicStructuredTool {
    constructor(fields: DynamicStructuredToolInput);
    name: string;
    description: string;
    schema: object;
    // The signature of the package is generic.
    invoke(input: unknown, config?: object): Promise<never>;
  }
}

/** The part of `@langchain/core/utils/json_schema` that the adapter uses. */
declare module '@langchain/core/utils/json_schema' {
  export function toJsonSchema(schema: unknown, options?: { io: 'input' }): Record<string, unknown>;
}
