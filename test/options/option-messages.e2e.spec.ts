import { readFileSync, writeFileSync } from 'node:fs';
import { findParameters, messagesOf } from './check-rows.js';
import { adapterRows } from './rows/adapters.js';
import { coreRows } from './rows/core.js';
import { hostRows } from './rows/hosts.js';
import { protocolRows } from './rows/protocols.js';

const rows = { ...coreRows, ...protocolRows, ...adapterRows, ...hostRows };
// These listen before they check some options, which are those of mcpHandler().
const isServer = (callee: string): boolean => callee.includes('serveMcp(');
const golden = new URL('option-messages.txt', import.meta.url);

/**
 * The messages about option values of wrong types, so that a change of how options are checked shows what callers read.
 * Run with UPDATE_SCHEMA=1 to update `option-messages.txt`.
 */
describe('the messages about wrong option values', () => {
  it('are those of the golden file', async () => {
    const { parameters } = findParameters();
    const lines: string[] = [];
    for (const { callee, objects } of parameters.filter((one) => !isServer(one.callee))) {
      const found = rows[callee as keyof typeof rows];
      if (found !== undefined) lines.push(...(await messagesOf(found, objects)).map((line) => `${callee} ${line}`));
    }
    const text = `${lines.sort().join('\n')}\n`;
    if (process.env.UPDATE_SCHEMA === '1') writeFileSync(golden, text);
    expect(text).toBe(readFileSync(golden, 'utf8'));
  });
});
