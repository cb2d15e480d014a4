import { type NatsStores, openNatsStores } from 'toolwright/nats';
import { testSharedSessions } from '../contracts/shared-session.contract.js';
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

async function open(): Promise<NatsStores> {
  const stores = await openNatsStores({ servers: server.url });
  opened.push(stores);
  return stores;
}

testSharedSessions({
  name: 'NATS',
  sessions: async () => (await open()).sessions,
  effects: async () => (await open()).effects,
});
