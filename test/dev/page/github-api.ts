import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { png } from './fake-tools.js';

const text = { type: 'string' };
const inPath = (name: string, schema: object = text): object => ({ name, in: 'path', required: true, schema });
const repository = [inPath('owner'), inPath('repo')];
const json = (schema: object): object => ({ 'application/json': { schema } });
const topics = { type: 'object', properties: { names: { type: 'array', items: text } }, required: ['names'] };

/** The operations of GitHub that the specs call, with the parts of their descriptions that matter there. */
export const calledPaths: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/emojis': {
    get: {
      ...{ operationId: 'emojis/get', tags: ['emojis'], summary: 'Get emojis' },
      responses: { 200: { description: 'Done.', content: json({ type: 'object', additionalProperties: text }) } },
    },
  },
  '/zen': {
    get: {
      ...{ operationId: 'meta/get-zen', tags: ['meta'], summary: 'Get the Zen of GitHub' },
      responses: { 200: { description: 'Done.', content: { 'text/plain': { schema: text } } } },
    },
  },
  '/repos/{owner}/{repo}/topics': {
    get: {
      ...{ operationId: 'repos/get-all-topics', tags: ['repos'], summary: 'Get all repository topics' },
      parameters: repository,
      responses: { 200: { description: 'Done.', content: json(topics) } },
    },
    put: {
      ...{ operationId: 'repos/replace-all-topics', tags: ['repos'], summary: 'Replace all repository topics' },
      parameters: repository,
      requestBody: { required: true, content: json(topics) },
      responses: { 200: { description: 'Done.', content: json(topics) } },
    },
  },
  '/repos/{owner}/{repo}/issues': {
    get: {
      ...{ operationId: 'issues/list-for-repo', tags: ['issues'], summary: 'List repository issues' },
      parameters: [
        ...repository,
        { name: 'state', in: 'query', schema: { ...text, enum: ['open', 'closed', 'all'], default: 'open' } },
        { name: 'per_page', in: 'query', schema: { type: 'integer', default: 30 } },
      ],
      responses: { 200: { description: 'Done.' } },
    },
  },
  '/repos/{owner}/{repo}/releases/{release_id}/assets': {
    post: {
      ...{ operationId: 'repos/upload-release-asset', tags: ['repos'], summary: 'Upload a release asset' },
      parameters: [
        ...repository,
        inPath('release_id', { type: 'integer' }),
        { name: 'name', in: 'query', required: true, schema: text },
      ],
      requestBody: { content: { 'application/octet-stream': { schema: { ...text, format: 'binary' } } } },
      responses: { 201: { description: 'Done.', content: json({ type: 'object' }) } },
    },
  },
  '/repos/{owner}/{repo}/zipball/{ref}': {
    get: {
      ...{ operationId: 'repos/download-zipball-archive', tags: ['repos'], summary: 'Download an archive' },
      parameters: [...repository, inPath('ref')],
      responses: { 302: { description: 'Done.' } },
    },
  },
};

/** A server that answers as GitHub does. */
export interface GithubServer {
  readonly origin: string;
  /** The headers `authorization` of all requests. */
  readonly credentials: ReadonlySet<string | undefined>;
  close(): Promise<void>;
}

/** Starts a server for the operations that the specs call. The list of emojis never arrives. */
export async function startGithubServer(): Promise<GithubServer> {
  const credentials = new Set<string | undefined>();
  const server = createServer((request, response) => {
    credentials.add(request.headers.authorization);
    void respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    credentials,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const send = (type: string, data: string | Buffer, status = 200): void => {
    response.writeHead(status, { 'content-type': type }).end(data);
  };
  if (url === '/emojis') return;
  if (url === '/zen') send('text/plain', 'Keep it logically awesome.');
  else if (url.includes('/topics') && method === 'PUT') send('application/json', body);
  else if (url.includes('/topics')) send('application/json', '{"names":["green","oolong"]}');
  else if (url.includes('/zipball/')) send('image/png', Buffer.from(png, 'base64'));
  else if (url.includes('/assets')) send('application/json', JSON.stringify(assetOf(body)), 201);
  else send('application/json', '{"message":"Not Found"}', 404);
}

function assetOf({ length }: Buffer): object {
  const time = '2026-03-01T09:00:00Z';
  const url = 'https://api.github.com/repos/octo/tea/releases/assets/1';
  return {
    ...{ url, browser_download_url: url, id: 1, node_id: 'a', name: `${length} bytes`, label: null, state: 'uploaded' },
    ...{ content_type: 'application/octet-stream', size: length, digest: null, download_count: 0, uploader: null },
    ...{ created_at: time, updated_at: time },
  };
}
