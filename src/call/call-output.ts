import { OutputValidationError } from '../base/errors/errors.js';
import { createOutputError } from '../schema/validation/issue-errors.js';
import type { CallPlan } from './call-plan.js';
import { toOutputJson } from './response/json-value.js';
import { type Rendered, renderValue } from './response/rendered.js';
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
 * Validates the output of a call against the tool's output schema, if it has one. Valid output has `structuredContent`.
 * The output of a stream without chunks becomes an empty list or an empty text if the schema accepts that.
 *
 * @throws OutputValidationError if the output does not match the schema.
 */
export function validateOutput(plan: CallPlan, output: Rendered, isStream: boolean): Rendered | Promise<Rendered> {
  if (plan.output === undefined) return output;
  const isEmpty = isStream && output.data === undefined && output.content.length === 0;
  return isEmpty ? validateEmptyStream(plan, output) : validate(plan, output);
}

async function validateEmptyStream(plan: CallPlan, output: Rendered): Promise<Rendered> {
  if (plan.accumulate === 'none') return output;
  for (const empty of plan.accumulate === 'concat' ? [[], ''] : []) {
    const issues = await plan.output?.validate(empty);
    if (issues?.length === 0) return { data: empty, content: renderValue(empty).content, structuredContent: empty };
  }
  return validate(plan, output);
}

async function validate(plan: CallPlan, output: Rendered): Promise<Rendered> {
  const { data, content, metadata, meta } = output;
  const json = output.structuredContent === undefined ? toOutputJson(data) : output.structuredContent;
  const issues = (await plan.output?.validate(json)) ?? [];
  if (issues.length === 0) return { data, content, metadata, meta, structuredContent: json };
  throw createOutputError(plan.toolName, issues);
}
