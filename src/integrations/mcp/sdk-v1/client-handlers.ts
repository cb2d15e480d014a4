import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CreateMessageRequestSchema,
  type CreateMessageResult,
  ElicitRequestSchema,
  type ElicitResult,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { answerElicitation } from '../client/link/answer-elicitation.js';
import { answerRequest, listRoots } from '../client/link/answer-request.js';
import type { LinkHandlers, RemotePrompt } from '../client/link/remote-link.js';

/** Registers the handlers for requests from a server. The SDK validates their results against the protocol. */
export function setRequestHandlers(client: Client, { elicit, visit, sample, roots }: LinkHandlers): void {
  if (elicit !== undefined || visit !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) =>
      answerElicitation<ElicitResult>({ elicit, visit }, params, signal),
    );
  }
  if (sample !== undefined) {
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }, { signal }) =>
      answerRequest<CreateMessageResult, RemotePrompt>(sample, params, signal),
    );
  }
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => listRoots(roots));
  }
}
