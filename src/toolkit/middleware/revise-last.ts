import { errorFromInfo, type ToolError } from '../../errors.js';
import { outcomeOf, stateOf, toFinalResponse } from '../../execution/outcome.js';
import { contentData, type Rendered } from '../../response/rendered.js';
import { createResponse, type ToolResponse } from '../../response/tool-response.js';

/** What a last response means, for models and for programs: with the tool's own data, where it is the tool's own. */
export function renderedOf(last: ToolResponse): Rendered {
  const known = outcomeOf(last)?.rendered;
  const { content, structuredContent, metadata } = last;
  const data = structuredContent === undefined ? contentData(content) : structuredContent;
  return { data: known === undefined ? data : known.data, content, structuredContent, metadata };
}

/** What of a last response is said differently. */
export type Revision = Partial<Pick<Rendered, 'data' | 'content' | 'structuredContent' | 'metadata' | 'error'>>;

/** A last response that says something else of the same call: how long it took and how often it was run stay. */
export function reviseLast(last: ToolResponse, revision: Revision): ToolResponse {
  const outcome = outcomeOf(last);
  const { error: revisedError, ...words } = revision;
  if (outcome !== undefined) {
    const rendered = { ...renderedOf(last), ...words };
    const error = revisedError ?? outcome.error;
    const state = revisedError === undefined ? outcome.state : stateOf(revisedError);
    return toFinalResponse({ ...outcome, rendered, state, error }, last.callId);
  }
  const { error: own, metadata: _, ...rest } = last;
  const { content, structuredContent, metadata } = { ...last, ...words };
  const error = revisedError?.toJSON() ?? own;
  return createResponse({
    ...rest,
    content,
    structuredContent,
    ...(metadata === undefined ? {} : { metadata }),
    state: revisedError === undefined ? last.state : stateOf(revisedError),
    ...(error === undefined ? {} : { error }),
  });
}

/** The error of a last response, where it has one. */
export function lastError(last: ToolResponse): ToolError | undefined {
  const own = outcomeOf(last)?.error;
  if (own !== undefined || last.error === undefined) return own;
  return errorFromInfo(last.error, last.toolName);
}
