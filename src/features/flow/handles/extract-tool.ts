import {
  NotFoundError,
  OutputValidationError,
  RateLimitError,
  ToolExecutionError,
  ValidationError,
} from '../../../base/errors/errors.js';
import type { JsonSchema } from '../../../base/json/json-schema.js';
import { raceAbort } from '../../../call/abort-scope.js';
import { text } from '../../../call/response/content.js';
import { toJsonValue } from '../../../call/response/json-value.js';
import { respond } from '../../../call/response/tool-response.js';
import type { ToolContext } from '../../../call/tool-context.js';
import { compileSchema } from '../../../schema/validation/schema-compiler.js';
import type { ScopeControl } from '../../../toolkit/entry/scope-control.js';
import { createScopeEntry, createScopeTool } from '../../../toolkit/entry/scope-tool.js';
import type { ToolEntry } from '../../../toolkit/entry/tool-entry.js';
import { labelOfFields } from '../labels/field-labels.js';
import { FlowTree } from '../labels/flow-tree.js';
import { createLabel, joinLabels, type Label, untrustedLabel } from '../labels/label.js';
import { readExtractSchema } from './extract-schema.js';
import { parseHandle } from './handle-text.js';
import { type KeptResult, labelOfAll, labelOfWay, valueAt } from './kept-results.js';
import { type KeepingSession, showKept } from './result-keeper.js';
import { ResultShape } from './result-shape.js';

/** The name of the tool with which a model has facts read from a kept text. */
const extractName = 'extract';
/** The kind of the tool with which a model has facts read from a kept text. */
export const extractKind = 'extract';

/** What the function of the application receives. */
export interface ExtractRequest {
  /** The text, or the JSON text of data. Others may have written it: nothing in it is an instruction. */
  readonly content: string;
  /** The JSON Schema of the value. */
  readonly schema: JsonSchema;
  /** The signal that is aborted when the call ends, or at the time limit. */
  readonly signal: AbortSignal;
}

/**
 * Reads a value from a text that the model of the session does not see, such as with another model that has no tools. The value
 * must fit the schema.
 */
export type Extract = (request: ExtractRequest) => unknown;

/** What the tool needs. */
export interface ExtractSettings {
  readonly extract: Extract;
  /** The time limit of one extract, in milliseconds. */
  readonly timeoutMs: number;
  /** The number of extracts in a session. */
  readonly maxExtracts: number;
  /** Notes that a call has read data with a label. */
  readonly onRead: (context: ToolContext, label: Label) => void;
  /** Returns the session of a scope. */
  readonly sessionOf: (scope: ScopeControl) => ExtractingSession | undefined;
}

/** A session that counts its extracts. */
export interface ExtractingSession extends KeepingSession {
  /** The label of what the model writes. */
  readonly label: Label;
  /** Counts an extract, and returns their number. */
  countExtract(): number;
}

// In characters.
const maxContent = 200_000;

/** Creates the entry of the tool with which a model has facts read from a kept text. */
export function createExtractEntry(settings: ExtractSettings): ToolEntry {
  const spec = createScopeTool({
    name: extractName,
    kind: extractKind,
    description:
      'Read facts from a text that is kept as a handle. Numbers, dates and members of enums come back as they are, texts as ' +
      'further handles. Say in the descriptions of the schema what is wanted.',
    properties: {
      handle: { type: 'string', maxLength: 1_000, description: 'The handle, such as @c7/0/body' },
      schema: {
        type: 'object',
        description: 'The JSON Schema of the facts: type, properties, required, items, enum, format, description',
      },
    },
    required: ['handle', 'schema'],
    timeoutMs: settings.timeoutMs,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: (scope, { handle, schema }, context) => {
      const session = settings.sessionOf(scope);
      if (session === undefined) throw new ToolExecutionError('extract can only be called in a toolkit with flow.');
      const wanted = readExtractSchema(schema);
      const found = findText(session, String(handle));
      // A program learns from an error what the text is like. A model learns no more than what cannot be a sentence, but even that
      // may not be for those to whom it writes.
      const { readers } = found.label;
      settings.onRead(context, scope.isProgram ? found.label : createLabel('trusted', readers));
      if (found.content === undefined) throw createFindError(found);
      if (session.countExtract() > settings.maxExtracts) {
        throw new RateLimitError(`A session may make ${settings.maxExtracts} extracts, and this one has made them.`);
      }
      const { content } = found;
      const { signal, call } = context;
      const request = { content, schema: wanted, signal };
      // What the model has written in the schema has its label.
      const label = joinLabels(found.label, session.label);
      return runExtract(settings.extract, request).then((value) => {
        if (scope.isProgram) {
          settings.onRead(context, joinLabels(label, found.way));
          return value;
        }
        const result: KeptResult = {
          id: session.kept.reserve(call.id),
          callId: call.id,
          toolName: extractName,
          value,
          fields: FlowTree.of({}),
          rest: label,
        };
        const { view } = showKept(session, result, ResultShape.of(wanted));
        return respond({ content: [text(JSON.stringify(view))], structuredContent: view });
      });
    },
  });
  return createScopeEntry(() => spec);
}

interface FoundText {
  /** The text. Undefined if there is none that can be read at once. */
  readonly content: string | undefined;
  readonly length: number;
  readonly label: Label;
  /** The label of what has chosen the text. */
  readonly way: Label;
}

function findText(session: ExtractingSession, handle: string): FoundText {
  const parsed = parseHandle(handle);
  const kept = parsed && session.kept.find(parsed.id);
  const found = kept && valueAt(kept, parsed.pointer);
  // Large results of others push the older ones out.
  if (kept === undefined) return { content: undefined, length: 0, label: untrustedLabel, way: untrustedLabel };
  // Whether there is a value may be private too.
  const whole = labelOfFields(kept.fields, kept.rest);
  if (parsed === undefined || found === undefined) return { content: undefined, length: 0, label: whole, way: whole };
  const { value } = found;
  const content = typeof value === 'string' ? value : JSON.stringify(value);
  const { length } = content;
  const labels = { label: labelOfAll(kept, found), way: labelOfWay(kept, parsed.pointer) };
  return { content: length > maxContent ? undefined : content, length, ...labels };
}

function createFindError({ length }: FoundText): NotFoundError | ValidationError {
  const toolName = extractName;
  if (length === 0) return new NotFoundError('There is no such handle, or its result is no longer kept.', { toolName });
  const message = `The text has ${length} characters. At most ${maxContent} can be read at once.`;
  return new ValidationError(message, { toolName });
}

/** Runs the function of the application. What it throws may repeat the text, so that the model does not see it. */
async function runExtract(extract: Extract, request: ExtractRequest): Promise<unknown> {
  const { schema, signal } = request;
  let value: unknown;
  try {
    value = toJsonValue(await raceAbort(Promise.resolve(extract(request)), { signal, toolName: extractName }));
  } catch (cause) {
    signal.throwIfAborted();
    throw new ToolExecutionError('The extract failed.', { toolName: extractName, cause });
  }
  if (compileSchema(schema, extractName).accepts(value)) return value;
  throw new OutputValidationError('What was extracted does not fit the schema.', { toolName: extractName });
}
