import { acceptedContent, completable, inputRequired, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { prompts, resources, suggested, template, text, toMessages, toRegistration } from './contents.js';

/** A server of `@modelcontextprotocol/server` with resources and prompts. It has no tools of its own. */
export function createServer(): McpServer {
  const server = new McpServer({ name: 'toolwright-conformance', version: '1.0.0' });
  // It lives for one request, and nothing of it changes.
  server.server.registerCapabilities({ resources: { listChanged: false }, prompts: { listChanged: false } });
  addResources(server);
  addPrompts(server);
  addAskingPrompt(server);
  return server;
}

function addResources(server: McpServer): void {
  for (const resource of resources) server.registerResource(...toRegistration(resource));
  const { name, uri, config, read } = template;
  server.registerResource(name, new ResourceTemplate(uri, { list: undefined }), config, read);
}

function addPrompts(server: McpServer): void {
  for (const { name, description, args, parts } of prompts) {
    const fields = Object.entries(args).map(([arg, about]) => [
      arg,
      completable(z.string().describe(about), suggested),
    ]);
    const argsSchema = z.object(Object.fromEntries(fields) as Record<string, z.ZodString>);
    server.registerPrompt(name, { description, argsSchema }, (given) => ({ messages: toMessages(parts(given)) }));
  }
}

function addAskingPrompt(server: McpServer): void {
  const question = inputRequired.elicit({
    message: 'What context should the prompt use?',
    requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
  });
  const config = { description: 'Asks for its context' };
  server.registerPrompt('test_input_required_result_prompt', config, ({ mcpReq }) => {
    const given = acceptedContent<{ context: string }>(mcpReq.inputResponses, 'user_context');
    if (given === undefined) return inputRequired({ inputRequests: { user_context: question } });
    return { messages: toMessages([text(`Answer with this in mind: ${given.context}`)]) };
  });
}
