import { type ToolErrorInfo, ToolExecutionError } from '../../errors.js';
import type { ToolCall } from '../../execution/call-options.js';
import { contentText } from '../../response/content.js';
import {
  createLastResponse,
  createResponse,
  isToolResponse,
  keepsOrigin,
  type ResponseState,
  type ToolResponse,
} from '../../response/tool-response.js';
import { previewValue } from '../../value-preview.js';

/** Where a response stands among those of its call. */
export interface Stamp {
  readonly id: string;
  readonly isLast: boolean;
  /** Whether the call emitted a chunk. */
  readonly stream: boolean;
}

/** Refuses what plain JavaScript may give in the place of a response. Throws a ToolExecutionError. */
export function checkResponse(response: unknown, toolName: string): void {
  if (typeof response === 'object' && response !== null && Array.isArray((response as ToolResponse).content)) return;
  throw new ToolExecutionError(
    `What stands around '${toolName}' gave ${previewValue(response)}, which is no response. ` +
      'It has to give what next() gave, changed copies of that, or respond(…).',
    { toolName },
  );
}

/** A response of whatever origin as one of its call: branded, with its ids; the very same where it is so already. */
export function stampResponse(
  response: ToolResponse,
  call: Readonly<Required<ToolCall>>,
  { id, isLast, stream }: Stamp,
): ToolResponse {
  const { state, error } = isLast ? endingOf(response, call.name) : chunkState;
  const toolName = response.toolName || call.name;
  const isOwn = response.id === id && response.callId === call.id && response.stream === stream;
  const isSame = isOwn && response.toolName === toolName && response.state === state && response.error === error;
  if (isSame && response.isLast === isLast && isFinished(response)) return response;
  const { error: _, ...rest } = response;
  const isInterrupted = state === 'interrupted';
  const stamps = { id, callId: call.id, toolName, state, stream, isLast, isInterrupted };
  const fields = { ...rest, ...stamps, ...(error === undefined ? {} : { error }) };
  return isLast ? createLastResponse(fields) : Object.freeze(createResponse(fields));
}

/** Whether a response needs nothing more: a last one keeps what the call ended with. */
function isFinished(response: ToolResponse): boolean {
  return isToolResponse(response) && (!response.isLast || keepsOrigin(response));
}

interface Ending {
  readonly state: ResponseState;
  readonly error: ToolErrorInfo | undefined;
}

const chunkState: Ending = { state: 'running', error: undefined };

/** How a call ends by its last response. Its state decides: whoever changes that may not know of the error beside it. */
function endingOf({ state: said, error, content }: ToolResponse, toolName: string): Ending {
  const state = said === 'running' || said === undefined ? stateOf(error) : said;
  if (state === 'success') return { state, error: undefined };
  if (error !== undefined && stateOf(error) === state) return { state, error };
  const message = contentText(content) || `'${toolName}' ended with the state '${state}'.`;
  return { state, error: { code: state === 'error' ? 'execution' : state, message, retryable: false } };
}

function stateOf(error: ToolErrorInfo | undefined): Exclude<ResponseState, 'running'> {
  if (error === undefined) return 'success';
  return error.code === 'interrupted' || error.code === 'denied' ? error.code : 'error';
}
