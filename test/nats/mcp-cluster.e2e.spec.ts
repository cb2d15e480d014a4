import { type NatsStores, openNatsStores } from 'toolwright/nats';
import { testClusters } from '../contracts/mcp-cluster.contract.js';
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

testClusters({
  name: 'NATS',
  cluster: async () => {
    const stores = await openNatsStores({ servers: server.url });
    opened.push(stores);
    const { events, rounds, sessions } = stores;
    return { events, rounds, sessions };
  },
});
