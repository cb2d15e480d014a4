// Starts the built app of the folder mcp, and checks its MCP endpoint.
import { checkMcp } from './src/check-mcp.mjs';
import { startApp } from './start.mjs';

const { url, stop } = await startApp('mcp');
try {
  await checkMcp(fetch, `${url}/mcp`);
  console.log('Next.js route handler: passed');
} finally {
  stop();
}
