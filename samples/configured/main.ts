/**
 * Runs the agent of a project that consists of files: HTTP operations, an MCP server, a module, tool sets, agents and a
 * skill. The model is scripted, and has no function calling.
 */
import { fileURLToPath } from 'node:url';
import { skillsFrom, ToolManager } from 'toolwright/loader';
import { startOrders } from './orders-service.js';

const project = fileURLToPath(new URL('../../configured/project', import.meta.url));
const notesServer = fileURLToPath(new URL('./notes-server.js', import.meta.url));

/** What the model replies, one text per turn. */
const replies = [
  'I read the instructions first: {"name": "read_skill", "parameters": {"name": "refunds"}}',
  '```json\n{"name": "get_order", "parameters": {"id": "A-1"}}\n```',
  '{"name": "add_tax", "parameters": {"amount": 20}}\n{"name": "notes__add", "parameters": {"text": "Refund A-1"}}',
  '{"name": "refund_order", "parameters": {"id": "A-1", "amount": 23.8,}}',
  'I have refunded 23.80 euros.',
];

async function main(): Promise<void> {
  const orders = await startOrders('k3y');
  const env = { ...process.env, ORDERS_URL: orders.url, ORDERS_KEY: 'k3y', NOTES_SERVER: notesServer };
  const manager = await ToolManager.load({ cwd: project, env });
  for (const error of manager.errors) console.error(error.message);

  const toolkit = await manager.toolkitFor('support', { state: { customer: { id: '7' } } });
  toolkit.createGroup('support', { active: true });
  await toolkit.addSkills(skillsFrom(`${project}/skills`), { group: 'support' });
  console.log(toolkit.getGroupInstructions());

  const formatter = manager.formatterFor('support');
  const strategy = await formatter.detectStrategy({ supportsFunctionCalling: () => false });
  const { prompt } = formatter.formatTools(toolkit, strategy);
  console.log(`\nThe model has no function calling. The prompt with the tools has ${prompt.length} characters.\n`);
  for (const reply of replies) {
    const calls = await formatter.readCalls(reply);
    if (calls.length === 0) console.log(reply);
    for (const { name, input } of calls) {
      const { output, error } = (await toolkit.execute(name, input)).toMessage();
      console.log(`${name} ${JSON.stringify(input)} → ${JSON.stringify(error ?? output)}`);
    }
  }
  await manager.close();
  await orders.close();
}

await main();
