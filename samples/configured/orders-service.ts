import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A running HTTP service. */
export interface OrdersService {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a service with one order of the customer 7. Requests need the key. */
export async function startOrders(key: string): Promise<OrdersService> {
  const server = createServer((request, response) => {
    if (request.headers['x-api-key'] === key) void answer(request, response);
    else send(response, 401, { message: 'The key is wrong.' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const order = '/customers/7/orders/A-1';
  if (request.url === order) send(response, 200, { id: 'A-1', item: 'tea', amount: 20 });
  else if (request.url === `${order}/refund`) {
    const { amount } = (await json(request)) as { readonly amount: number };
    send(response, 200, { id: 'A-1', refunded: amount });
  } else send(response, 404, { message: 'There is no such order.' });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
