import { Toolkit } from 'toolwright';
import { MemoryEventStore } from 'toolwright/mcp';
import * as v1 from 'toolwright/mcp/v1';
import * as v2 from 'toolwright/mcp/v2';
import { ConformanceTools } from './conformance-tools.js';
import { RoundTools } from './round-tools.js';
import { makeServer } from './server-v1.js';
import { makeServer as makeStatelessServer } from './server-v2.js';

const { PORT: port = '3000', MCP_CONFORMANCE_PROTOCOL_VERSION: revision } = process.env;
const toolkit = new Toolkit();
toolkit.register(new ConformanceTools());
toolkit.register(new RoundTools(toolkit));
const common = { transport: 'http', port: Number(port) } as const;
const serving =
  revision === '2026-07-28'
    ? await v2.serveMcp(toolkit, { ...common, server: makeStatelessServer })
    : await v1.serveMcp(toolkit, { ...common, server: makeServer, eventStore: new MemoryEventStore() });
console.error(`Tools are at ${serving.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void serving.close());
