// A server that supports only protocol version 2026-07-28, over stdio or over HTTP on the port in the first argument.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import {
  acceptedContent,
  createMcpHandler,
  fromJsonSchema,
  inputRequired,
  McpServer,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [, , over = 'stdio', logFile] = process.argv;
const strict = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const text = fromJsonSchema(strict);
const confirmation = { type: 'object', properties: { sugar: { type: 'integer' } }, required: ['sugar'] };
const names = ['later'];
let notify = () => {};

function writeLog(what) {
  if (logFile !== undefined) appendFileSync(logFile, `${what}\n`);
}

function textOf(words) {
  return { content: [{ type: 'text', text: words }] };
}

async function step({ mcpReq }, progress, message) {
  const { progressToken } = mcpReq._meta ?? {};
  if (progressToken === undefined) return;
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
}

async function linger(_, ctx) {
  ctx.mcpReq.signal.addEventListener('abort', () => writeLog('stopped'));
  await step(ctx, 1, 'one cup');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return textOf('too late');
}

function createMcpServer() {
  const server = new McpServer({ name: 'modern', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  server.registerTool('echo', { inputSchema: text }, (args) => textOf(args.text));
  server.registerTool('steps', { inputSchema: text }, async (args, ctx) => {
    for (const [at, word] of args.text.split(' ').entries()) await step(ctx, at + 1, word);
    return textOf(args.text);
  });
  server.registerTool('fail', { inputSchema: text }, () => ({ ...textOf('out of tea'), isError: true }));
  server.registerTool('failLater', { inputSchema: text }, async (_, ctx) => {
    await step(ctx, 1, 'one cup');
    return { ...textOf('out of tea'), isError: true };
  });
  server.registerTool('linger', { inputSchema: text }, linger);
  const list = fromJsonSchema({ type: 'array', items: { type: 'integer' } });
  server.registerTool('count', { outputSchema: list }, () => ({ ...textOf('[1,2]'), structuredContent: [1, 2] }));
  server.registerTool('ask', {}, (...args) => {
    const { mcpReq } = args.at(-1);
    const answer = acceptedContent(mcpReq.inputResponses, 'sugar');
    if (answer !== undefined) return textOf(`${answer.sugar} lumps`);
    const sugar = inputRequired.elicit({ message: 'Sugar?', requestedSchema: confirmation });
    return inputRequired({ inputRequests: { sugar } });
  });
  const region = { type: 'string', 'x-mcp-header': 'Region' };
  const headed = fromJsonSchema({ type: 'object', properties: { region }, required: ['region'] });
  server.registerTool('headed', { inputSchema: headed }, (_, ctx) =>
    textOf(String(ctx.http?.req?.headers.get('mcp-param-region'))),
  );
  server.registerTool('change', {}, () => {
    names.push(`later${names.length}`);
    if (over === 'stdio') for (const name of names.slice(-1)) server.registerTool(name, {}, () => textOf(name));
    notify();
    return textOf('changed');
  });
  for (const name of names) server.registerTool(name, {}, () => textOf(name));
  return server;
}

if (over === 'stdio') {
  serveStdio(createMcpServer, { legacy: 'reject' });
} else {
  const handler = createMcpHandler(createMcpServer, { legacy: 'reject' });
  notify = () => handler.notify.toolsChanged();
  createServer(async (request, response) => {
    const disconnected = new AbortController();
    response.once('close', () => disconnected.abort());
    const body = request.method === 'POST' ? { body: Readable.toWeb(request), duplex: 'half' } : {};
    const url = `http://${request.headers.host}${request.url}`;
    const { method, headers } = request;
    const answer = await handler.fetch(new Request(url, { method, headers, signal: disconnected.signal, ...body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else
      Readable.fromWeb(answer.body)
        .on('error', () => {})
        .pipe(response);
  }).listen(Number(over), '127.0.0.1');
}
