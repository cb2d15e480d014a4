import { OutputValidationError } from '../base/errors/errors.js';
import type { OutputValidator } from '../schema/output/output-validator.js';
import { createOutputError } from '../schema/validation/issue-errors.js';
import type { CallPlan } from './call-plan.js';
import { toOutputJson } from './response/json-value.js';
import { type Rendered, renderOutput, renderValue } from './response/rendered.js';
import { isToolResponse } from './response/tool-response.js';
import { ToolResult } from './response/tool-result.js';

/** Throws an OutputValidationError if a tool with `strictReturn` returned or yielded a plain value. */
export function checkReturn({ strictReturn, toolName }: CallPlan, value: unknown): void {
  if (!strictReturn || isToolResponse(value) || ToolResult.is(value)) return;
  throw new OutputValidationError(
    `'${toolName}' must return a ToolResult or a response. Use ToolResult.ok(data), ToolResult.fail(error) or respond().`,
    { toolName },
  );
}

/** The metadata of failed results, by their errors. A tool throws its error, and its caller receives both. */
const failureMetadata = new WeakMap<object, Rendered['metadata']>();

/** Returns the metadata of the failed result whose error was thrown. */
export function metadataOfFailure(thrown: unknown): Rendered['metadata'] {
  return typeof thrown === 'object' && thrown !== null ? failureMetadata.get(thrown) : undefined;
}

/** Renders a returned value. Throws its error if the value is a failed result or response. */
export function readReturned(plan: CallPlan, value: unknown): Rendered {
  checkReturn(plan, value);
  const rendered = renderValue(value);
  const { error, metadata } = rendered;
  if (error === undefined) return rendered;
  if (metadata !== undefined) failureMetadata.set(error, metadata);
  throw error;
}

/**
 * Validates the output of a call against the tool's output schema, if it has one. Valid output has `structuredContent`,
 * and is the output of the schema if that is a Standard Schema. The output of a stream without chunks becomes an empty
 * list or an empty text if the schema accepts that.
 *
 * @throws OutputValidationError if the output does not match the schema.
 */
export function validateOutput(plan: CallPlan, output: Rendered, isStream: boolean): Rendered | Promise<Rendered> {
  const { output: schema } = plan;
  if (schema === undefined) return output;
  const isEmpty = isStream && output.data === undefined && output.content.length === 0;
  return isEmpty ? validateEmptyStream(plan, schema, output) : validate(plan, schema, output);
}

async function validateEmptyStream(plan: CallPlan, schema: OutputValidator, output: Rendered): Promise<Rendered> {
  if (plan.accumulate === 'none') return output;
  for (const empty of plan.accumulate === 'concat' ? [[], ''] : []) {
    const checked = await schema.check(empty);
    if (checked.ok) return renderOutput({ data: empty, content: renderValue(empty).content }, empty, checked.value);
  }
  return validate(plan, schema, output);
}

async function validate(plan: CallPlan, schema: OutputValidator, output: Rendered): Promise<Rendered> {
  const json = output.structuredContent === undefined ? toOutputJson(output.data) : output.structuredContent;
  const checked = await schema.check(json);
  if (!checked.ok) throw createOutputError(plan.toolName, checked.issues);
  if (schema.convertsData) return renderOutput(output, json, checked.value);
  const { data, content, metadata, meta } = output;
  return { data, content, metadata, meta, structuredContent: json };
}

/**
 * Returns what a chunk shows of its data: the output of the schema, if that is a Standard Schema which applies to the
 * chunks of the stream. Data that the schema does not accept on its own is not shown, because the schema might remove
 * something from it.
 */
export function showChunk({ output: schema, accumulate }: CallPlan, chunk: Rendered): Rendered | Promise<Rendered> {
  if (schema?.convertsData !== true || accumulate === 'none') return chunk;
  // A list of chunks is no output, so that the stream returns it.
  if (accumulate === 'concat' && !schema.acceptsLists) return chunk;
  const json = chunk.structuredContent;
  if (json === undefined || typeof json === 'string') return chunk;
  return accumulate === 'last' ? showData(schema, chunk, json) : showItem(schema, chunk, json);
}

async function showData(schema: OutputValidator, chunk: Rendered, json: unknown): Promise<Rendered> {
  const checked = await schema.check(json);
  return renderOutput(chunk, json, checked.ok ? checked.value : undefined);
}

async function showItem(schema: OutputValidator, chunk: Rendered, json: unknown): Promise<Rendered> {
  const checked = await schema.check([json]);
  const items: readonly unknown[] = checked.ok && Array.isArray(checked.value) ? checked.value : [];
  return renderOutput(chunk, json, items.length === 1 ? items[0] : undefined);
}
