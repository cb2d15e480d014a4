import { Toolkit } from 'toolwright';
import { MemoryEventStore, serveMcp } from 'toolwright/mcp';
import { ConformanceTools } from './conformance-tools.js';
import { makeServer } from './make-server.js';

const toolkit = new Toolkit();
toolkit.register(new ConformanceTools());
const serving = await serveMcp(toolkit, {
  transport: 'http',
  port: Number(process.env.PORT ?? 3_000),
  server: makeServer,
  eventStore: new MemoryEventStore(),
});
console.error(`Tools are at ${serving.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void serving.close());
