import { errorFromInfo, type ToolError } from '../base/errors/errors.js';
import { outcomeOf, stateOf, toFinalResponse } from './outcome.js';
import { contentData, type Rendered } from './response/rendered.js';
import { createResponse, type ToolResponse } from './response/tool-response.js';

/** Returns the content and data of a final response. The data is the tool's original data if it is still available. */
export function renderedOf(last: ToolResponse): Rendered {
  const known = outcomeOf(last)?.rendered;
  const { content, structuredContent, metadata, meta } = last;
  const data = structuredContent === undefined ? contentData(content) : structuredContent;
  return { data: known === undefined ? data : known.data, content, structuredContent, metadata, meta };
}

/** The changed parts of a final response. */
export type Revision = Partial<
  Pick<Rendered, 'data' | 'content' | 'structuredContent' | 'metadata' | 'meta' | 'error'>
>;

/**
 * Creates a final response with changed parts. The number of attempts and the other facts of its outcome are preserved.
 */
export function reviseResponse(last: ToolResponse, revision: Revision): ToolResponse {
  const outcome = outcomeOf(last);
  const { error: revisedError, ...parts } = revision;
  if (outcome !== undefined) {
    const rendered = { ...renderedOf(last), ...parts };
    const error = revisedError ?? outcome.error;
    const state = revisedError === undefined ? outcome.state : stateOf(revisedError);
    return toFinalResponse({ ...outcome, rendered, state, error }, last.callId);
  }
  const { error: own, metadata: _, meta: __, ...rest } = last;
  const { content, structuredContent, metadata, meta } = { ...last, ...parts };
  const error = revisedError?.toJSON() ?? own;
  return createResponse({
    ...rest,
    content,
    structuredContent,
    ...(metadata === undefined ? {} : { metadata }),
    ...(meta === undefined ? {} : { meta }),
    state: revisedError === undefined ? last.state : stateOf(revisedError),
    ...(error === undefined ? {} : { error }),
  });
}

/** Returns the error of a final response, or undefined. */
export function errorOf(last: ToolResponse): ToolError | undefined {
  const own = outcomeOf(last)?.error;
  if (own !== undefined || last.error === undefined) return own;
  return errorFromInfo(last.error, last.toolName);
}
