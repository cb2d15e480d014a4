import type { Client, CreateMessageResult, ElicitResult } from '@modelcontextprotocol/client';
import type { RemoteHandlers, RequestHandler } from '../client/remote-link.js';

/** Lets handlers answer what a server asks, in a request of its own or in a round of ours (`input_required`). */
export function answerWith(client: Client, { elicit, sample, roots }: RemoteHandlers): void {
  if (elicit !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
      answer<ElicitResult>(elicit, params, mcpReq.signal),
    );
  }
  if (sample !== undefined) {
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) =>
      answer<CreateMessageResult>(sample, params, mcpReq.signal),
    );
  }
  if (roots !== undefined) {
    client.setRequestHandler('roots/list', async () => {
      const listed = await (typeof roots === 'function' ? roots() : roots);
      return { roots: listed.map((root) => ({ ...root })) };
    });
  }
}

async function answer<T>(handler: RequestHandler, params: object, signal: AbortSignal): Promise<T> {
  return (await handler(params as Readonly<Record<string, unknown>>, { signal })) as unknown as T;
}
