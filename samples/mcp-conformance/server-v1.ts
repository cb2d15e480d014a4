import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { prompts, resources, suggested, template, toMessages, toRegistration } from './contents.js';

/** A server of `@modelcontextprotocol/sdk` with resources and prompts. It has no tools of its own. */
export function createServer(): McpServer {
  const server = new McpServer({ name: 'toolwright-conformance', version: '1.0.0' });
  addResources(server);
  addSubscriptions(server);
  addPrompts(server);
  return server;
}

function addResources(server: McpServer): void {
  for (const resource of resources) server.registerResource(...toRegistration(resource));
  const { name, uri, config, read } = template;
  server.registerResource(name, new ResourceTemplate(uri, { list: undefined }), config, read);
}

function addSubscriptions({ server }: McpServer): void {
  server.registerCapabilities({ resources: { subscribe: true } });
  const watched = new Set<string>();
  server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
}

function addPrompts(server: McpServer): void {
  for (const { name, description, args, parts } of prompts) {
    const fields = Object.entries(args).map(([arg, about]) => [
      arg,
      completable(z.string().describe(about), suggested),
    ]);
    const argsSchema = Object.fromEntries(fields) as Record<string, z.ZodString>;
    server.registerPrompt(name, { description, argsSchema }, (given) => ({ messages: toMessages(parts(given)) }));
  }
}
