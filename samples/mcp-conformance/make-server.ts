import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { pixel } from './media.js';

/** An SDK's server with the resources and prompts that the conformance suite looks for. It has no tools of its own. */
export function makeServer(): McpServer {
  const server = new McpServer({ name: 'toolwright-conformance', version: '1.0.0' });
  addResources(server);
  addSubscriptions(server);
  addPrompts(server);
  return server;
}

function addResources(server: McpServer): void {
  const described = (description: string, mimeType: string) => ({ description, mimeType });
  server.registerResource('text', 'test://static-text', described('A text', 'text/plain'), async ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('binary', 'test://static-binary', described('A picture', 'image/png'), async ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: pixel }],
  }));
  server.registerResource(
    'watched',
    'test://watched-resource',
    described('A text', 'text/plain'),
    async ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/plain', text: 'Watched resource content' }],
    }),
  );
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, described('Data', 'application/json'), async ({ href }, { id }) => {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri: href, mimeType: 'application/json', text }] };
  });
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
  const user = <T>(content: T) => ({ role: 'user' as const, content });
  const text = (value: string) => user({ type: 'text' as const, text: value });
  server.registerPrompt('test_simple_prompt', { description: 'A text' }, () => ({
    messages: [text('This is a simple prompt for testing.')],
  }));
  const suggested = (value: string) => ['paris', 'park', 'party'].filter((one) => one.startsWith(value));
  const argsSchema = {
    arg1: completable(z.string().describe('First test argument'), suggested),
    arg2: z.string().describe('Second test argument'),
  };
  server.registerPrompt('test_prompt_with_arguments', { description: 'A text', argsSchema }, ({ arg1, arg2 }) => ({
    messages: [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }));
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource', argsSchema: { resourceUri: z.string().describe('URI of the resource') } },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return { messages: [user({ type: 'resource', resource }), text('Please process the embedded resource above.')] };
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A picture' }, () => ({
    messages: [user({ type: 'image', data: pixel, mimeType: 'image/png' }), text('Please analyze the image above.')],
  }));
}
