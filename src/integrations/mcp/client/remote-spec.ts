import { DefinitionError } from '../../../base/errors/errors.js';
import type { JsonSchema } from '../../../base/json/json-schema.js';
import type { OptionNames } from '../../../base/options/check-options.js';
import { limitsOf, mergeLimits } from '../../../base/options/merge-limits.js';
import { flag, positive } from '../../../base/options/option-rules.js';
import { defaultPromptChars, promptText } from '../../../base/text/clean-text.js';
import type { ImportLimits } from '../../../schema/imported/import-limits.js';
import { defaultImportLimits } from '../../../schema/imported/import-limits.js';
import { checkImportedExpansion } from '../../../schema/imported/imported-schemas.js';
import type { Interpretation } from '../../../schema/interpreter/schema-interpreter.js';
import { argumentLimits, type CopyLimits } from '../../../schema/values/limits.js';
import { retry } from '../../../tool/metadata/tool-option-names.js';
import type { BindTarget, RetryOptions, ToolAnnotations } from '../../../tool/metadata/tool-options.js';
import type { LocalName } from '../../../tool/spec/local-names.js';
import { originKeys } from '../../../tool/spec/tool-origin.js';
import { createSpec, type ExecutorToolOptions, type ToolSpec } from '../../../tool/spec/tool-spec.js';
import type { RemoteTool } from '../protocol/remote-tool.js';
import { cleanSchema } from './clean-schema.js';
import { checkHeaderArguments } from './header-arguments.js';
import { createRemoteExecutor, type RequestSender } from './remote-executor.js';
import { unwrapSchema } from './unwrap-output.js';

/** The options for the specs of remote tools. */
export interface RemoteSpecOptions {
  /** The time limit of one attempt, in milliseconds. @default no limit */
  readonly timeoutMs?: number | undefined;
  /** The time limit of a call with all its retries, in milliseconds. @default no limit */
  readonly deadlineMs?: number | undefined;
  /** The longest time without progress or a result, in milliseconds. @default no limit */
  readonly chunkTimeoutMs?: number | undefined;
  /** When a failed call is retried. A call that failed with its connection may have run. @default never */
  readonly retry?: RetryOptions | undefined;
  /** The longest text of a result, in characters. @default no limit */
  readonly maxOutputChars?: number | undefined;
  /** The longest description of a tool or an argument, in characters. @default 2048 */
  readonly maxDescriptionChars?: number | undefined;
  /** The limits for the schemas of the server, and for the work of validating arguments and results with them. */
  readonly limits?: Partial<ImportLimits> | undefined;
  /** The limits for the structured content of a result. @default those of arguments */
  readonly resultLimits?: Partial<CopyLimits> | undefined;
  /** Whether the metadata of the final response has the unparsed result as `raw`. @default false */
  readonly raw?: boolean | undefined;
  /**
   * Whether to send with each call, in `_meta`, which of its arguments are untrusted or private, in a toolkit with the option
   * `flow`. Neither the values of others nor the words of the user are sent. @default false
   */
  readonly sendLabels?: boolean | undefined;
}

/** The names of the options for the specs of remote tools. */
export const remoteSpecNames: OptionNames<RemoteSpecOptions> = {
  timeoutMs: positive,
  deadlineMs: positive,
  chunkTimeoutMs: positive,
  retry,
  maxOutputChars: positive,
  maxDescriptionChars: positive,
  limits: limitsOf(defaultImportLimits),
  resultLimits: limitsOf(argumentLimits),
  raw: flag,
  sendLabels: flag,
};

/** The settings of the spec of one tool. */
export interface RemoteSpecParts {
  /** The name of the tool for models. */
  readonly local: Pick<LocalName, 'name' | 'plainName'>;
  /** The name of the source. */
  readonly server: string;
  readonly sender: RequestSender;
  readonly bind?: Readonly<Record<string, string | BindTarget>> | undefined;
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
  readonly limits: ImportLimits;
  readonly interpretation: Interpretation;
  /** Whether a tool that runs only as a task can be called. @default false */
  readonly awaitsTasks?: boolean | undefined;
  /** Whether a fingerprint of the application pins the definition. @default false */
  readonly isPinned?: boolean | undefined;
}

/** Creates the spec of a tool that a server lists. @throws DefinitionError if the tool cannot be imported. */
export function createRemoteSpec(tool: RemoteTool, parts: RemoteSpecParts, options: RemoteSpecOptions): ToolSpec {
  const { local, sender, bind, preset, awaitsTasks } = parts;
  const { name } = local;
  const maxChars = options.maxDescriptionChars ?? defaultPromptChars;
  if (awaitsTasks !== true) checkExecution(tool);
  checkHeaderArguments(tool.inputSchema);
  const inner = unwrapSchema(tool.outputSchema);
  const outputSchema = cleanSchema(inner ?? tool.outputSchema, maxChars);
  const definition = {
    name,
    title: textOf(tool.title, maxChars),
    description: textOf(tool.description, maxChars),
    inputSchema: inputSchemaOf(tool, maxChars),
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonSchema }),
    annotations: annotationsOf(tool.annotations, maxChars),
    meta: metaOf(tool, parts),
    timeoutMs: options.timeoutMs,
    deadlineMs: options.deadlineMs,
    chunkTimeoutMs: options.chunkTimeoutMs,
    retry: options.retry,
    maxOutputChars: options.maxOutputChars,
    bind,
    executor: createRemoteExecutor(sender, {
      toolName: name,
      tool,
      isPinned: parts.isPinned,
      isWrapped: inner !== undefined,
      raw: options.raw ?? false,
      sendLabels: options.sendLabels,
      limits: mergeLimits(argumentLimits, options.resultLimits, 'resultLimits'),
    }),
  };
  const spec = createChecked(definition, parts);
  return preset === undefined ? spec : spec.preset(preset);
}

function createChecked(definition: ExecutorToolOptions, { interpretation, limits }: RemoteSpecParts): ToolSpec {
  try {
    const spec = createSpec(definition, interpretation);
    for (const schema of [spec.inputSchema, spec.outputSchema]) {
      if (schema !== undefined) checkImportedExpansion(schema, limits);
    }
    // Compiles the patterns now, so that an unsupported one quarantines the tool.
    spec.warmUp();
    return spec;
  } catch (error) {
    // A chain of thousands of definitions exhausts the stack before its depth is measured.
    if (!(error instanceof RangeError)) throw error;
    throw new DefinitionError('its schemas are nested too deep', { cause: error });
  }
}

function checkExecution({ execution }: RemoteTool): void {
  const support = (execution as { readonly taskSupport?: unknown } | null | undefined)?.taskSupport;
  if (support === 'required') throw new DefinitionError('it can only be run as a task, which is not supported');
}

function inputSchemaOf({ inputSchema }: RemoteTool, maxChars: number): JsonSchema {
  const type = (inputSchema as { readonly type?: unknown } | null | undefined)?.type;
  if (type !== 'object') throw new DefinitionError("the type of its inputSchema is not 'object'");
  return cleanSchema(inputSchema, maxChars) as JsonSchema;
}

/** Returns the text of an untrusted server for a prompt; undefined if it is empty, or no text. */
export function textOf(value: unknown, maxChars: number): string | undefined {
  const text = typeof value === 'string' ? promptText(value, maxChars) : '';
  return text === '' ? undefined : text;
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** Reads the annotations that the server declares for a tool. They are untrusted. */
function annotationsOf(value: unknown, maxChars: number): ToolAnnotations | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const raw = value as Readonly<Record<string, unknown>>;
  const title = textOf(raw.title, maxChars);
  const stated = hints.filter((hint) => typeof raw[hint] === 'boolean').map((hint) => [hint, raw[hint]]);
  return { ...(title === undefined ? {} : { title }), ...Object.fromEntries(stated) };
}

function metaOf({ name, _meta }: RemoteTool, { server, local }: RemoteSpecParts): Readonly<Record<string, unknown>> {
  const raw = typeof _meta === 'object' && _meta !== null ? _meta : {};
  const shared = local.plainName === undefined ? {} : { plainName: local.plainName };
  return { ...raw, [originKeys.mcp]: Object.freeze({ server, tool: name, ...shared }) };
}
