import { OutputValidationError } from '../errors.js';
import { toJsonValue } from '../response/json-value.js';
import { type Rendered, renderValue } from '../response/rendered.js';
import { isToolResponse } from '../response/tool-response.js';
import { ToolResult } from '../response/tool-result.js';
import type { OutputValidator } from '../schema/validation/output-validator.js';
import { listIssues } from '../schema/validation/schema-issues.js';
import type { CallPlan } from './call-plan.js';

/** Refuses what a tool with `strictReturn` may not return or yield. */
export function checkReturn({ strictReturn, toolName }: CallPlan, value: unknown): void {
  if (!strictReturn || isToolResponse(value) || ToolResult.is(value)) return;
  throw new OutputValidationError(
    `'${toolName}' must return a ToolResult or a response. Use ToolResult.ok(data), ToolResult.fail(error) or respond().`,
    { toolName },
  );
}

/** What a returned value means. Throws the failure that it says. */
export function readReturned(plan: CallPlan, value: unknown): Rendered {
  checkReturn(plan, value);
  const rendered = renderValue(value);
  if (rendered.error !== undefined) throw rendered.error;
  return rendered;
}

/** Holds the whole against the output schema; what passes has `structuredContent`. Fails with an OutputValidationError. */
export function judgeWhole(plan: CallPlan, whole: Rendered): Rendered | Promise<Rendered> {
  return plan.output === undefined ? whole : judged(plan, plan.output, whole);
}

/** Makes of a stream that gave nothing what its output schema asks for: no items, or no text. */
export function judgeNothing(plan: CallPlan, nothing: Rendered): Rendered | Promise<Rendered> {
  if (plan.output === undefined || plan.accumulate === 'none') return nothing;
  return plan.accumulate === 'concat' ? emptyOf(plan, plan.output, nothing) : judged(plan, plan.output, nothing);
}

async function emptyOf(plan: CallPlan, output: OutputValidator, nothing: Rendered): Promise<Rendered> {
  for (const empty of [[], '']) {
    const issues = await output.judge(empty);
    if (issues.length === 0) return { data: empty, content: renderValue(empty).content, structuredContent: empty };
  }
  return judged(plan, output, nothing);
}

async function judged({ toolName }: CallPlan, output: OutputValidator, whole: Rendered): Promise<Rendered> {
  const json = whole.structuredContent === undefined ? toJsonValue(whole.data) : whole.structuredContent;
  const issues = await output.judge(json);
  if (issues.length === 0)
    return json === undefined ? whole : { ...whole, content: whole.content, structuredContent: json };
  const message = `'${toolName}' returned data that does not fit its output schema: ${listIssues(issues)}`;
  throw new OutputValidationError(message, { toolName, details: { issues } });
}
