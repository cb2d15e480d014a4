import { fileURLToPath } from 'node:url';

/** Returns the options with which `query()` starts the double of its program. */
export function createDouble({ server, turns }) {
  return {
    pathToClaudeCodeExecutable: fileURLToPath(new URL('agent.mjs', import.meta.url)),
    env: { PATH: process.env.PATH, AGENT_SERVER: server, AGENT_TURNS: JSON.stringify(turns) },
  };
}

/** The options of a program that asks for the price of a pot. */
export const program = createDouble({
  server: 'shop',
  turns: [[{ id: 'call_1', name: 'price', input: { article: 'pot' } }]],
});
