import { DefinitionError, OutputValidationError } from '../../../base/errors/errors.js';
import type { JsonSchema } from '../../../base/json/json-schema.js';
import type { ContentBlock } from '../../../call/response/content.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { createSpec, type ToolSpec } from '../../../tool/spec/tool-spec.js';
import { nameProblem } from './name-problem.js';
import type { OfferSpecParts } from './offer-spec-parts.js';
import { readContent } from './read-content.js';
import { checkBytes } from './read-contents.js';
import { textOf } from './remote-spec.js';
import { sendRequest } from './send-request.js';

/** A prompt as a server lists it. Fields of type `unknown` have not been validated. */
export interface RemotePromptEntry {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly arguments?: unknown;
  readonly _meta?: unknown;
}

/** One message of a prompt. */
export interface ReadMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

const maxArguments = 256;
const maxMessages = 10_000;

/**
 * Creates the spec of a prompt that a server lists.
 *
 * @param name - The name for the application.
 * @throws DefinitionError if it cannot be imported.
 */
export function createPromptSpec(remote: RemotePromptEntry, name: string, parts: OfferSpecParts): ToolSpec {
  const { maxChars, limitsOfCalls, owner, sender, maxBytes } = parts;
  const spec = createSpec(
    {
      name,
      title: textOf(remote.title, maxChars),
      description: textOf(remote.description, maxChars),
      inputSchema: schemaOf(remote.arguments, maxChars),
      annotations: { readOnlyHint: true },
      coerce: true,
      ...(isRecord(remote._meta) ? { meta: remote._meta } : {}),
      ...limitsOfCalls,
      executor: {
        kind: 'mcp',
        execute: async (args, context) => {
          const params = { name: remote.name, arguments: args };
          const request = { method: 'prompts/get', params, toolName: name, remoteName: remote.name } as const;
          return readMessages(await sendRequest(sender, request, context), { toolName: name, maxBytes });
        },
      },
    },
    undefined,
  );
  return spec.offering(Object.freeze({ kind: 'prompt', owner }));
}

function schemaOf(listed: unknown, maxChars: number): JsonSchema {
  if (listed === undefined || listed === null) return { type: 'object', properties: {} };
  if (!Array.isArray(listed) || listed.length > maxArguments) {
    throw new DefinitionError(`its arguments are not a list of at most ${maxArguments}`);
  }
  const properties = new Map<string, JsonSchema>();
  const required: string[] = [];
  for (const one of listed as readonly unknown[]) {
    const { name, description, required: isRequired } = isRecord(one) ? one : {};
    const problem = nameProblem(name);
    if (problem !== undefined) throw new DefinitionError(`of an argument: ${problem}`);
    const key = String(name);
    if (properties.has(key)) throw new DefinitionError('two of its arguments have the same name');
    const words = textOf(description, maxChars);
    properties.set(key, { type: 'string', ...(words === undefined ? {} : { description: words }) });
    if (isRequired === true) required.push(key);
  }
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

/**
 * Reads the answer to `prompts/get`.
 *
 * @throws OutputValidationError on a malformed answer. McpLimitError if it is too large.
 */
export function readMessages(
  answer: unknown,
  { toolName, maxBytes }: { readonly toolName: string; readonly maxBytes: number },
): readonly ReadMessage[] {
  const messages: unknown = isRecord(answer) ? answer.messages : undefined;
  if (!Array.isArray(messages) || messages.length > maxMessages) throw createMalformedError(toolName);
  checkBytes(messages, { what: `The messages of '${toolName}'`, maxBytes });
  return messages.flatMap((message: unknown): readonly ReadMessage[] => {
    const { role, content } = isRecord(message) ? message : {};
    if ((role !== 'user' && role !== 'assistant') || !isRecord(content)) throw createMalformedError(toolName);
    return readContent([content], toolName).map((block) => ({ role, content: block }));
  });
}

function createMalformedError(toolName: string): OutputValidationError {
  return new OutputValidationError(`'${toolName}' was answered with malformed messages.`, { toolName });
}
