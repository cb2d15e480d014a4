import { type NatsStores, openNatsStores } from 'toolwright/nats';
import { testDurableCalls } from '../contracts/durable-calls.contract.js';
import { type NatsServer, startNatsServer } from '../support/nats-server.mjs';

let server: NatsServer;
const opened: NatsStores[] = [];

beforeAll(async () => {
  server = await startNatsServer();
});
afterAll(async () => {
  await Promise.all(opened.map((stores) => stores.close()));
  await server.stop();
});

testDurableCalls({
  name: 'NATS',
  open: async () => {
    const stores = await openNatsStores({ servers: server.url });
    opened.push(stores);
    return stores;
  },
});
