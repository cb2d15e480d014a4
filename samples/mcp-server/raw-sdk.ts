import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  ErrorCode,
  McpError,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const notes = new Map<number, string>();
const watched = new Set<string>();
let lastId = 0;

const server = new McpServer({ name: 'note-pad', title: 'A note pad', version: '1.0.0' });

function changed(): void {
  server.sendResourceListChanged();
  if (watched.has('notes://all')) void server.server.sendResourceUpdated({ uri: 'notes://all' });
}

function write(text: string): string {
  notes.set(++lastId, text);
  changed();
  return `Note ${lastId} is written.`;
}

function noteOf(id: number): string {
  const note = notes.get(id);
  if (note === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no note ${id}.`);
  return note;
}

function ids(typed: string): string[] {
  return [...notes.keys()].map(String).filter((id) => id.startsWith(typed));
}

function text(value: string): { content: [{ type: 'text'; text: string }] } {
  return { content: [{ type: 'text', text: value }] };
}

server.registerTool(
  'write',
  { description: 'Write a note', inputSchema: { text: z.string().min(1).describe('What to remember') } },
  ({ text: note }) => text(write(note)),
);

server.registerTool(
  'askForNote',
  { description: 'Ask the user for something to remember, and write it down' },
  async () => {
    const { action, content } = await server.server.elicitInput({
      message: 'What shall I remember?',
      requestedSchema: {
        type: 'object',
        properties: { text: { type: 'string', title: 'Your note' } },
        required: ['text'],
      },
    });
    return text(action === 'accept' ? write(String(content?.text)) : 'The user has nothing to remember.');
  },
);

server.registerTool(
  'tearOut',
  { description: 'Tear a note out', annotations: { destructiveHint: true }, inputSchema: { id: z.number() } },
  async ({ id }) => {
    const { action, content } = await server.server.elicitInput({
      message: `Approve tearOut of note ${id}?`,
      requestedSchema: { type: 'object', properties: { approve: { type: 'boolean' } }, required: ['approve'] },
    });
    if (action !== 'accept' || content?.approve !== true) throw new Error('The user refused.');
    noteOf(id);
    notes.delete(id);
    changed();
    return text(`Note ${id} is gone.`);
  },
);

server.registerTool(
  'readAloud',
  { description: 'Read the notes aloud', annotations: { readOnlyHint: true } },
  async ({ _meta, sendNotification }) => {
    const all = [...notes.values()];
    for (const [at, message] of all.entries()) {
      const progressToken = _meta?.progressToken;
      if (progressToken === undefined) continue;
      const params = { progressToken, progress: at + 1, total: all.length, message };
      await sendNotification({ method: 'notifications/progress', params });
    }
    return text(all.map((note) => `${note}\n`).join(''));
  },
);

server.registerResource('all', 'notes://all', { description: 'All notes, as they change' }, ({ href: uri }) => ({
  contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(Object.fromEntries(notes), undefined, 2) }],
}));

server.server.registerCapabilities({ resources: { subscribe: true } });
server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
  watched.add(params.uri);
  return {};
});
server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
  watched.delete(params.uri);
  return {};
});

server.registerResource(
  'note',
  new ResourceTemplate('notes://{id}', {
    list: () => ({ resources: ids('').map((id) => ({ uri: `notes://${id}`, name: id, description: 'One note' })) }),
    complete: { id: ids },
  }),
  { description: 'One note' },
  ({ href: uri }, { id }) => ({ contents: [{ uri, mimeType: 'text/plain', text: noteOf(Number(id)) }] }),
);

const tones = ['formal', 'friendly'] as const;
server.registerPrompt(
  'answer',
  {
    description: 'Answer a note',
    argsSchema: {
      id: completable(z.string(), ids),
      tone: completable(z.enum(tones), (typed) => tones.filter((tone) => tone.startsWith(typed))),
    },
  },
  ({ id, tone }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Write a ${tone} answer to: ${noteOf(Number(id))}` } }],
  }),
);

await server.connect(new StdioServerTransport());
