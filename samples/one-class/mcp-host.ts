import 'reflect-metadata';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Toolkit } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';
import { Shop } from './shop.js';

const toolkit = new Toolkit();
toolkit.register(new Shop());
const serving = await serveMcp(toolkit, { transport: 'http', port: 0, name: 'shop', version: '1.0.0' });

// A host, whose user approves the order.
const client = new Client({ name: 'host', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } });
client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { approve: true } }));
await client.connect(new StreamableHTTPClientTransport(new URL(String(serving.url))));

const { content } = await client.callTool({ name: 'order', arguments: { article: 'pot', count: '2' } });
const [block] = content as { readonly text?: string }[];
console.log(block?.text);
await client.close();
await serving.close();
