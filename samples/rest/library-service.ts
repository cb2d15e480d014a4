import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running HTTP service. */
export interface LibraryService {
  readonly url: string;
  close(): Promise<void>;
}

const book = {
  type: 'object',
  required: ['isbn', 'title'],
  properties: {
    isbn: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 1 },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

const reference = { $ref: '#/components/schemas/Book' };
const json = (schema: object) => ({ 'application/json': { schema } });

/** The OpenAPI document that the service publishes. */
export const document = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1.0.0' },
  servers: [{ url: '/v1' }],
  tags: [{ name: 'books', description: 'The books of the library.' }],
  security: [{ apiKey: [] }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        tags: ['books'],
        summary: 'Lists the books that have all tags.',
        parameters: [{ name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
        responses: { '200': { description: 'The books.', content: json({ type: 'array', items: reference }) } },
      },
      post: {
        operationId: 'addBook',
        tags: ['books'],
        summary: 'Adds a book.',
        requestBody: { required: true, content: json(reference) },
        responses: { '201': { description: 'The book.', content: json(reference) } },
      },
    },
    '/books/{isbn}': {
      delete: {
        operationId: 'removeBook',
        tags: ['books'],
        summary: 'Removes a book.',
        parameters: [{ name: 'isbn', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { '204': { description: 'Removed.' }, '404': { description: 'There is no such book.' } },
      },
    },
  },
  components: {
    schemas: { Book: book },
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
  },
};

interface Book {
  readonly isbn: string;
  readonly title: string;
  readonly tags?: readonly string[];
}

/** Starts a service on loopback that stores books in memory. Its requests need a key. */
export async function startLibrary(apiKey: string): Promise<LibraryService> {
  const books = new Map<string, Book>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/openapi.json') return send(response, 200, document);
    if (request.headers['x-api-key'] !== apiKey) return send(response, 401, { error: 'The key is missing or wrong.' });
    const isbn = /^\/v1\/books\/([^/]+)$/.exec(url.pathname)?.[1];
    if (request.method === 'DELETE' && isbn !== undefined) {
      return books.delete(isbn) ? send(response, 204) : send(response, 404, { error: `There is no book ${isbn}.` });
    }
    if (url.pathname !== '/v1/books') return send(response, 404, { error: 'There is no such page.' });
    if (request.method === 'POST') return void add(request, response, books);
    const tags = url.searchParams.getAll('tag');
    const found = [...books.values()].filter((one) => tags.every((tag) => one.tags?.includes(tag)));
    return send(response, 200, found);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function add(request: IncomingMessage, response: ServerResponse, books: Map<string, Book>): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const added = { isbn: String(books.size + 1), ...(JSON.parse(Buffer.concat(chunks).toString()) as object) } as Book;
  books.set(added.isbn, added);
  send(response, 201, added);
}

function send(response: ServerResponse, status: number, data?: unknown): void {
  if (data === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data));
}
