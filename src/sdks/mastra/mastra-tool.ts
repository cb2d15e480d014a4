import type { ToolResponse } from '../../call/response/tool-response.js';

/** A Standard Schema with JSON Schema. It accepts all values, because the toolkit validates them. */
export interface MastraSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Returns the value as it is. */
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      /** Returns a copy of the JSON Schema. */
      readonly input: () => Record<string, unknown>;
      /** Returns a copy of the JSON Schema. */
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** The stream of a run. */
export interface MastraWriter {
  /** Writes a chunk. */
  write(chunk: unknown): Promise<void>;
}

/** The parts of the context of a call that the tools read. */
export interface MastraContext {
  readonly abortSignal?: AbortSignal | undefined;
  /** The stream of the run, to which chunks are written. */
  readonly writer?: MastraWriter | undefined;
  /** The call of a model. Undefined in a workflow, in code mode and in a server of MCP. */
  readonly agent?: { readonly toolCallId: string; readonly messages?: readonly unknown[] | undefined } | undefined;
}

/** The output of a tool of a toolkit in Mastra. */
export type MastraOutput = Pick<
  ToolResponse,
  'callId' | 'toolName' | 'content' | 'structuredContent' | 'meta' | 'state' | 'error'
>;

/** A part of the content of a tool's result, in the form that Mastra sends to its provider. */
export type MastraContentPart = { type: 'text'; text: string } | { type: 'media'; data: string; mediaType: string };

/** The output of a tool, in the form that Mastra sends to its provider. */
export type MastraModelOutput =
  | { type: 'text'; value: string }
  | { type: 'error-text'; value: string }
  | { type: 'content'; value: MastraContentPart[] };

/** A tool of Mastra, as `createTool()` returns it. */
export interface MastraTool {
  id: string;
  title?: string;
  description: string;
  inputSchema: MastraSchema;
  /** The schema of the MastraOutput, which steps of a workflow need. */
  outputSchema: MastraSchema;
  /** Checks whether Mastra has to ask its user before a call. */
  requireApproval(input: unknown): Promise<boolean>;
  /** Runs a call. A failure is an output too. */
  execute(input: unknown, context?: MastraContext): Promise<MastraOutput>;
  /** Converts an output to what the model reads. */
  toModelOutput(output: unknown): MastraModelOutput;
}

/** The tools of a toolkit or session, by name: the value of `tools` of an agent. */
export type MastraToolSet = Record<string, MastraTool>;
