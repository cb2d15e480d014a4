import { DefinitionError } from '../../errors.js';
import type { JsonSchema } from '../../json-schema.js';
import type { BindTarget, RetryOptions, ToolAnnotations } from '../../metadata/tool-options.js';
import { ToolSpec } from '../../spec/tool-spec.js';
import type { RemoteTool } from '../protocol/remote-tool.js';
import { cleanSchema } from './clean-schema.js';
import { defaultPromptChars, promptText } from './clean-text.js';
import { checkHeaderArguments } from './header-arguments.js';
import { type RequestSender, remoteExecutor } from './remote-executor.js';
import { unwrappedSchema } from './wrapped-output.js';

/** How a server's tools become specs. */
export interface RemoteSpecOptions {
  /** How long a call may take, in milliseconds. @default as long as it takes */
  readonly timeoutMs?: number | undefined;
  /** How long a call may be silent: no progress, no result. In milliseconds. */
  readonly chunkTimeoutMs?: number | undefined;
  /** When a failed call is made again. A call that was lost with its connection may have run. @default never */
  readonly retry?: RetryOptions | undefined;
  /** The longest text of a result, in characters. */
  readonly maxOutputChars?: number | undefined;
  /** The longest description of a tool or an argument, in characters. @default 2048 */
  readonly maxDescriptionChars?: number | undefined;
  /** Whether a result is kept as it came, in the metadata of the last response, as `raw`. @default false */
  readonly raw?: boolean | undefined;
}

/** What one tool is made from besides the options of all. */
export interface RemoteSpecParts {
  /** Its name for models. */
  readonly name: string;
  /** The source, as its user named it. */
  readonly server: string;
  readonly sender: RequestSender;
  readonly bind?: Readonly<Record<string, string | BindTarget>> | undefined;
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
}

/** Makes a spec of what a server lists as a tool. @throws DefinitionError if it cannot be one, saying why. */
export function remoteSpec(tool: RemoteTool, parts: RemoteSpecParts, options: RemoteSpecOptions): ToolSpec {
  const { name, server, sender, bind, preset } = parts;
  const maxChars = options.maxDescriptionChars ?? defaultPromptChars;
  checkExecution(tool);
  checkHeaderArguments(tool.inputSchema);
  const inner = unwrappedSchema(tool.outputSchema);
  const outputSchema = cleanSchema(inner ?? tool.outputSchema, maxChars);
  const spec = ToolSpec.create({
    name,
    title: textOf(tool.title, maxChars),
    description: textOf(tool.description, maxChars),
    inputSchema: inputSchemaOf(tool, maxChars),
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonSchema }),
    annotations: annotationsOf(tool.annotations, maxChars),
    meta: metaOf(tool, server),
    timeoutMs: options.timeoutMs,
    chunkTimeoutMs: options.chunkTimeoutMs,
    retry: options.retry,
    maxOutputChars: options.maxOutputChars,
    bind,
    executor: remoteExecutor(sender, {
      toolName: name,
      tool,
      isWrapped: inner !== undefined,
      raw: options.raw ?? false,
    }),
  });
  return preset === undefined ? spec : spec.preset(preset);
}

function checkExecution({ execution }: RemoteTool): void {
  const support = (execution as { readonly taskSupport?: unknown } | null | undefined)?.taskSupport;
  if (support === 'required') throw new DefinitionError('it can only be run as a task, which is not supported');
}

function inputSchemaOf({ inputSchema }: RemoteTool, maxChars: number): JsonSchema {
  const type = (inputSchema as { readonly type?: unknown } | null | undefined)?.type;
  if (type !== 'object') throw new DefinitionError("its inputSchema does not say { type: 'object' }");
  return cleanSchema(inputSchema, maxChars) as JsonSchema;
}

function textOf(value: unknown, maxChars: number): string | undefined {
  const text = typeof value === 'string' ? promptText(value, maxChars) : '';
  return text === '' ? undefined : text;
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** What the server says that the tool does. It may be wrong, or a lie. */
function annotationsOf(value: unknown, maxChars: number): ToolAnnotations | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const said = value as Readonly<Record<string, unknown>>;
  const title = textOf(said.title, maxChars);
  const stated = hints.filter((hint) => typeof said[hint] === 'boolean').map((hint) => [hint, said[hint]]);
  return { ...(title === undefined ? {} : { title }), ...Object.fromEntries(stated) };
}

function metaOf({ name, _meta }: RemoteTool, server: string): Readonly<Record<string, unknown>> {
  const said = typeof _meta === 'object' && _meta !== null ? _meta : {};
  return { ...said, 'toolwright/mcp': Object.freeze({ server, tool: name }) };
}
