import type { ToolSpec } from 'toolwright';
import { natsSource, serveNats } from 'toolwright/nats';
import { describeCalls, type Workbench } from '../contracts/executor.contract.js';
import { type NatsServer, startNatsServer } from '../support/nats-server.mjs';
import { createWorkbenchToolkit } from './workbench.js';

let server: NatsServer;

beforeAll(async () => {
  server = await startNatsServer();
});

afterAll(() => server.stop());

describeCalls('tools of a worker', async (): Promise<Workbench> => {
  const { toolkit, stopped } = createWorkbenchToolkit();
  const serving = await serveNats(toolkit, { servers: server.url });
  const source = natsSource({ servers: server.url });
  const specs = new Map((await source.specs()).map((spec) => [spec.name, spec]));
  const tool = (name: string): ToolSpec => {
    const spec = specs.get(name);
    if (spec === undefined) throw new Error(`no tool ${name}`);
    return spec;
  };
  return {
    echo: tool('echo'),
    steps: tool('steps'),
    fail: tool('fail'),
    failLater: tool('failLater'),
    linger: tool('linger'),
    stopped,
    close: async () => {
      await source.close();
      await serving.close();
    },
  };
});
