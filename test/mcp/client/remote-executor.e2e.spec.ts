import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolSpec } from 'toolwright';
import { type McpSource, mcpSource, type SdkVersion } from 'toolwright/mcp';
import { describeCalls, type Workbench } from '../../contracts/executor.contract.js';
import { type Exchange, type Incoming, RawHttpServer } from './raw-http-server.js';
import { rawServer, readLog, sdks } from './servers.js';

async function createWorkbench(source: McpSource, parts: Pick<Workbench, 'stopped' | 'close'>): Promise<Workbench> {
  const specs = new Map((await source.specs()).map((spec) => [source.remoteName(spec.name), spec]));
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
    ...parts,
  };
}

describe.each(sdks)('with the SDK %s', (sdk) => {
  describeCalls('tools of a server over stdio', () => openOverStdio(sdk));
  describeCalls('tools of a server over HTTP', () => openOverHttp(sdk));
});

async function openOverStdio(sdk: SdkVersion): Promise<Workbench> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-mcp-'));
  const logFile = join(folder, 'log');
  const transport = rawServer('workbench', logFile);
  const source = mcpSource({ sdk, name: 'raw', transport, onWarning: () => {} });
  return createWorkbench(source, {
    stopped: () => readLog(logFile).filter((line) => line.startsWith('cancelled')).length,
    close: async () => {
      await source.close();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

const names = ['echo', 'steps', 'fail', 'failLater', 'linger'];
const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

function textOf(text: string): { readonly content: readonly object[] } {
  return { content: [{ type: 'text', text }] };
}

/** Implements the tools of a workbench. */
function answer(message: Incoming, { event, json, response }: Exchange): unknown {
  const { method, params, id } = message;
  if (method === 'tools/list') json({ tools: names.map((name) => ({ name, inputSchema })) });
  if (method === 'tools/list') return true;
  if (method !== 'tools/call') return undefined;
  const { text } = params.arguments;
  const { progressToken } = params._meta;
  const step = (words: string, progress: number): void =>
    event({ method: 'notifications/progress', params: { progressToken, progress, message: words } });
  const end = (result: object): void => {
    event({ id, result });
    response.end();
  };
  if (params.name === 'steps') text.split(' ').forEach(step);
  if (params.name.endsWith('Later') || params.name === 'linger') step('one cup', 1);
  if (params.name === 'linger') setTimeout(() => end(textOf('too late')), 500).unref();
  else end(params.name.startsWith('fail') ? { ...textOf('out of tea'), isError: true } : textOf(text));
  return true;
}

async function openOverHttp(sdk: SdkVersion): Promise<Workbench> {
  const server = await new RawHttpServer().start();
  server.answer = answer;
  const source = mcpSource({ sdk, name: 'raw', transport: { url: server.url }, onWarning: () => {} });
  return createWorkbench(source, {
    stopped: () => server.received.filter(({ method }) => method === 'notifications/cancelled').length,
    close: async () => {
      await source.close();
      await server.kill();
    },
  });
}
