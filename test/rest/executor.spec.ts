import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ToolSpec } from 'toolwright';
import { restTool } from 'toolwright/rest';
import { describeCalls, type Workbench } from '../contracts/executor.contract.js';
import { closeServers, listen } from './listen.js';

describeCalls('HTTP operations', openWorkbench);

async function openWorkbench(): Promise<Workbench> {
  let stopped = 0;
  const baseUrl = await listen((request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) stopped++;
    });
    answer(request, response);
  });
  const tool = (name: string): ToolSpec =>
    restTool({
      name,
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      baseUrl,
      method: 'GET',
      path: `/${name}`,
    });
  return {
    echo: tool('echo'),
    steps: tool('steps'),
    fail: tool('fail'),
    failLater: tool('failLater'),
    linger: tool('linger'),
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
