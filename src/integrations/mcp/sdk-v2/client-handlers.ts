import type { Client, CreateMessageResult, ElicitResult } from '@modelcontextprotocol/client';
import { answerElicitation } from '../client/link/answer-elicitation.js';
import { answerRequest, listRoots } from '../client/link/answer-request.js';
import type { LinkHandlers, RemotePrompt } from '../client/link/remote-link.js';

/** Registers the handlers for requests from a server, also for those in a multi-round-trip (`input_required`). */
export function setRequestHandlers(client: Client, { elicit, visit, sample, roots }: LinkHandlers): void {
  if (elicit !== undefined || visit !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
      answerElicitation<ElicitResult>({ elicit, visit }, params, mcpReq.signal),
    );
  }
  if (sample !== undefined) {
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) =>
      answerRequest<CreateMessageResult, RemotePrompt>(sample, params, mcpReq.signal),
    );
  }
  if (roots !== undefined) {
    client.setRequestHandler('roots/list', () => listRoots(roots));
  }
}
