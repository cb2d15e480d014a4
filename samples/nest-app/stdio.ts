import { serveMcp } from 'toolwright/mcp';
import { createToolkitContext } from 'toolwright/nest';
import { AppModule } from './app.module.js';
import type { User } from './auth/user.js';
import { users } from './welcome.js';

// Serves the tools to the MCP client that starts this program, as the user that TASKS_USER names.
const { TASKS_USER = 'ann' } = process.env;
const user = users.find(({ name }) => name === TASKS_USER);
if (user === undefined) throw new Error(`There is no user ${TASKS_USER}.`);
const { toolkit, close } = await createToolkitContext(AppModule);
const serving = await serveMcp(toolkit, {
  name: 'tasks',
  version: '1.0.0',
  transport: 'stdio',
  auth: user,
  sessionState: (auth) => ({ tenant: (auth as User).tenant }),
});
await serving.closed;
await close();
