import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

test('stores a note for an MCP client', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: 'npx', args: ['toolwright', 'serve', 'src/notes.ts'] }));
  try {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, description }) => `${name}: ${description}`),
      ['save: Store a note, or replace the note that has its title.'],
    );

    const note = { title: 'tea', text: 'Buy green tea.', kind: 'today' };
    const saved = await client.callTool({ name: 'save', arguments: note });
    assert.deepEqual(saved.content, [{ type: 'text', text: "Stored 'tea'." }]);

    const refused = await client.callTool({ name: 'save', arguments: { ...note, kind: 'never' } });
    assert.equal(refused.isError, true);
  } finally {
    await client.close();
  }
});
