import type { IncomingMessage, ServerResponse } from 'node:http';
import { Tool, ToolRegistry, type ToolSpec } from 'toolwright';
import { openApiSource, Rest, type RestClassOptions, restTool } from 'toolwright/rest';
import { describeCalls, type Workbench } from '../contracts/executor.contract.js';
import { closeServers, listen } from './listen.js';

const names = ['echo', 'steps', 'fail', 'failLater', 'linger'] as const;
const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;

/** A class whose methods declare the operations. */
class Operations extends ToolRegistry {
  readonly restOptions: RestClassOptions;

  constructor(baseUrl: string) {
    super();
    this.restOptions = { baseUrl };
  }

  @Tool()
  @Rest({ method: 'GET', path: '/echo' })
  echo(text: string): unknown {
    return text;
  }

  @Tool()
  @Rest({ method: 'GET', path: '/steps' })
  steps(text: string): unknown {
    return text;
  }

  @Tool()
  @Rest({ method: 'GET', path: '/fail' })
  fail(text: string): unknown {
    return text;
  }

  @Tool()
  @Rest({ method: 'GET', path: '/failLater' })
  failLater(text: string): unknown {
    return text;
  }

  @Tool()
  @Rest({ method: 'GET', path: '/linger' })
  linger(text: string): unknown {
    return text;
  }
}

const parameters = [{ name: 'text', in: 'query', required: true, schema: { type: 'string' } }];
const document = {
  openapi: '3.1.0',
  paths: Object.fromEntries(
    names.map((name) => [`/${name}`, { get: { operationId: name, parameters, responses: { 200: {} } } }]),
  ),
};

const kinds: Readonly<Record<string, (baseUrl: string) => readonly ToolSpec[] | Promise<readonly ToolSpec[]>>> = {
  'HTTP operations': (baseUrl) =>
    names.map((name) => restTool({ name, inputSchema, baseUrl, method: 'GET', path: `/${name}` })),
  'methods with @Rest()': (baseUrl) => Object.values(new Operations(baseUrl).toToolSpecs()),
  'operations of an OpenAPI document': (baseUrl) => openApiSource(document, { baseUrl }).specs(),
};

for (const [kind, createSpecs] of Object.entries(kinds)) describeCalls(kind, () => openWorkbench(createSpecs));

async function openWorkbench(createSpecs: (typeof kinds)[string]): Promise<Workbench> {
  let stopped = 0;
  const baseUrl = await listen((request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) stopped++;
    });
    answer(request, response);
  });
  const specs = await createSpecs(baseUrl);
  return {
    ...(Object.fromEntries(specs.map((spec) => [spec.name, spec])) as Record<(typeof names)[number], ToolSpec>),
    messages: {
      fail: 'The server responded with the status 409: out of tea',
      failLater: 'The server ended the stream with an error: out of tea',
    },
    chunksOf: splitWords,
    stopped: () => stopped,
    close: closeServers,
  };
}

/** Splits a text after its words. The concatenated chunks are the value of a stream. */
function splitWords(text: string): readonly string[] {
  return text.split(/(?= )/);
}

/** Implements the tools of a workbench. */
function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const text = searchParams.get('text') ?? '';
  const event = (data: string, type = 'message'): boolean => response.write(`event: ${type}\ndata: ${data}\n\n`);
  if (pathname === '/echo') return void response.end(text);
  if (pathname === '/fail') return void response.writeHead(409, { 'content-type': 'text/plain' }).end('out of tea');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of pathname === '/steps' ? splitWords(text) : ['one cup']) event(chunk);
  if (pathname === '/linger') return void response.once('close', () => event('too late'));
  if (pathname === '/failLater') event('out of tea', 'error');
  response.end();
}
