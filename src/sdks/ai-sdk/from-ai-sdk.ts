import { DefinitionError } from '../../base/errors/errors.js';
import { isStandardSchema, type StandardResult, type StandardSchema } from '../../base/json/standard-schema.js';
import { type ContentBlock, image, resource, resourceLink, text } from '../../call/response/content.js';
import { readBlocks } from '../../call/response/read-blocks.js';
import { respond } from '../../call/response/tool-response.js';
import { ToolResult } from '../../call/response/tool-result.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { ToolDescription } from '../../tool/metadata/tool-options.js';
import { ToolSpec } from '../../tool/spec/tool-spec.js';

/** A tool of the AI SDK, as `tool()` and `dynamicTool()` return it. */
export interface AiSdkTool {
  readonly title?: string | undefined;
  /** The description, or a function that returns it. */
  readonly description?: string | ((options: never) => string) | undefined;
  /** The schema of the arguments: of zod or another Standard Schema library, or a result of `jsonSchema()`. */
  readonly inputSchema: unknown;
  /** Whether calls need approval, or a function that decides on each call. */
  readonly needsApproval?: boolean | ((input: never, options: never) => boolean | PromiseLike<boolean>) | undefined;
  /** Runs a call. */
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
  /** Converts an output to what the model reads. */
  readonly toModelOutput?: ((options: never) => unknown) | undefined;
}

/**
 * Creates a spec from a tool of the AI SDK. Its calls are validated, streamed, approved and aborted like those of any
 * other tool. A tool that yields preliminary results streams them, and its last one is its output.
 *
 * @throws DefinitionError if the tool has no `execute` function, or its schema has no JSON Schema.
 */
export function fromAiSdk(name: string, tool: AiSdkTool): ToolSpec {
  const { title, description, needsApproval, toModelOutput } = tool;
  const execute = tool.execute as ((input: unknown, options: object) => unknown) | undefined;
  if (execute === undefined) {
    throw new DefinitionError(
      `fromAiSdk: the tool '${name}' has no execute function. Use hostedTool() for a tool that its provider runs, and ` +
        'clientTool() for a tool that the client runs.',
    );
  }
  const asks = needsApproval as boolean | ((input: unknown, options: object) => boolean | Promise<boolean>) | undefined;
  const convert = toModelOutput as ((options: object) => unknown) | undefined;
  return ToolSpec.create({
    name,
    title,
    description: typeof description === 'function' ? describeWith(description) : description,
    inputSchema: toSchemaSource(tool.inputSchema, name),
    needsApproval: typeof asks === 'function' ? (args, context) => asks(args, optionsOf(context as ToolContext)) : asks,
    accumulate: 'last',
    executor: {
      kind: 'ai-sdk',
      execute: (input, context) => {
        const returned = execute(input, optionsOf(context));
        if (convert === undefined) return returned;
        return convertOutputs(returned, (output) => convert({ toolCallId: context.call.id, input, output }));
      },
    },
  });
}

function describeWith(description: (options: never) => string): ToolDescription {
  return () => (description as (options: object) => string)({ context: {} });
}

function optionsOf({ call, signal }: Pick<ToolContext, 'call' | 'signal'>): object {
  return { toolCallId: call.id, messages: [], abortSignal: signal, context: {} };
}

/** The result of `jsonSchema()` and `zodSchema()` of the AI SDK. */
interface AiSdkSchema {
  readonly jsonSchema: Record<string, unknown>;
  readonly validate?: ((value: unknown) => AiSdkValidation | Promise<AiSdkValidation>) | undefined;
}

type AiSdkValidation = { readonly success: true; readonly value: unknown } | { readonly error: Error };

function toSchemaSource(schema: unknown, name: string): StandardSchema | Record<string, unknown> {
  if (isStandardSchema(schema)) return schema;
  const { jsonSchema, validate } = (typeof schema === 'function' ? schema() : schema) as Partial<AiSdkSchema>;
  if (typeof jsonSchema !== 'object' || 'then' in jsonSchema) {
    throw new DefinitionError(
      `fromAiSdk: the input schema of '${name}' has no JSON Schema yet. Pass the result of jsonSchema() for an object.`,
    );
  }
  if (validate === undefined) return jsonSchema;
  return {
    '~standard': {
      version: 1,
      vendor: 'ai',
      validate: async (value) => toStandardResult(await validate(value)),
      jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
    },
  };
}

function toStandardResult(validation: AiSdkValidation): StandardResult {
  if (!('error' in validation)) return { value: validation.value };
  const { issues } = (validation.error.cause ?? validation.error) as Partial<
    Extract<StandardResult, { issues: object }>
  >;
  return { issues: Array.isArray(issues) ? issues : [{ message: validation.error.message }] };
}

/** Converts what a tool returns: each output that it yields, or the output that it returns. */
function convertOutputs(returned: unknown, convert: (output: unknown) => unknown): unknown {
  const toResponse = async (output: unknown): Promise<unknown> => readModelOutput(await convert(output), output);
  if (typeof returned !== 'object' || returned === null || !(Symbol.asyncIterator in returned)) {
    return Promise.resolve(returned).then(toResponse);
  }
  const outputs = returned as AsyncIterable<unknown>;
  return (async function* () {
    for await (const output of outputs) yield toResponse(output);
  })();
}

interface ModelOutput {
  readonly type: string;
  readonly value?: unknown;
  readonly reason?: string;
}

/** Reads the output for a model, as `toModelOutput` of the AI SDK returns it. */
function readModelOutput(modelOutput: unknown, output: unknown): unknown {
  const { type, value, reason } = modelOutput as ModelOutput;
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  if (type === 'error-text' || type === 'error-json') return ToolResult.fail(shown);
  if (type === 'execution-denied') return ToolResult.fail(reason ?? 'The tool was not executed.');
  const content = type === 'content' && Array.isArray(value) ? readBlocks<ContentPart>(value, toBlock) : [text(shown)];
  return respond({ content, structuredContent: typeof output === 'string' ? undefined : output });
}

interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly data?: string | { readonly type: string; readonly data?: string; readonly url?: URL | string };
  readonly url?: string;
  readonly mediaType?: string;
}

function toBlock(part: ContentPart): ContentBlock {
  const { type, mediaType = 'application/octet-stream' } = part;
  if (type === 'text') return text(part.text ?? '');
  const { data, url } = typeof part.data === 'object' ? part.data : { data: part.data, url: part.url };
  if (url !== undefined) return resourceLink({ uri: String(url), name: String(url), mimeType: mediaType });
  if (data === undefined) return text(`[${type} omitted: it has no data]`);
  return mediaType.startsWith('image/')
    ? image(data, mediaType)
    : resource({ uri: 'file:', mimeType: mediaType, blob: data });
}
