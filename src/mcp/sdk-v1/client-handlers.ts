import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CreateMessageRequestSchema,
  type CreateMessageResult,
  ElicitRequestSchema,
  type ElicitResult,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { RemoteHandlers, RequestHandler } from '../client/remote-link.js';

/** Lets handlers answer what a server asks. The SDK holds what they say against the protocol. */
export function answerWith(client: Client, { elicit, sample, roots }: RemoteHandlers): void {
  if (elicit !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) =>
      answer<ElicitResult>(elicit, params, signal),
    );
  }
  if (sample !== undefined) {
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }, { signal }) =>
      answer<CreateMessageResult>(sample, params, signal),
    );
  }
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, async () => {
      const listed = await (typeof roots === 'function' ? roots() : roots);
      return { roots: listed.map((root) => ({ ...root })) };
    });
  }
}

async function answer<T>(handler: RequestHandler, params: object, signal: AbortSignal): Promise<T> {
  return (await handler(params as Readonly<Record<string, unknown>>, { signal })) as unknown as T;
}
