import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Toolkit } from 'toolwright';
import { mcpSource } from 'toolwright/mcp';
import type { Contender, Row, TimedContender } from '../row.js';
import { isRecord } from '../tools.js';

const command = process.execPath;
const args = [join(import.meta.dirname, '../stdio-server.js')];
const input = { a: 1, b: 2 };
const calls = 100;

/** A call of a tool of an MCP server that runs as a process, by a client of the SDK and by a source of a toolkit. */
export const row: Row = {
  title: 'Calling a tool of an MCP server over stdio, per call',
  parts: [{ name: 'MCP over stdio', create: createContenders }],
};

async function createContenders(): Promise<readonly Contender[]> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  // The types of the SDK do not allow for exactOptionalPropertyTypes.
  await client.connect(new StdioClientTransport({ command, args }) as never);
  await client.listTools();
  const toolkit = new Toolkit();
  await toolkit.registerSource(mcpSource({ name: 'server', transport: { command, args } }));
  const callRaw = (): Promise<unknown> => client.callTool({ name: 'add', arguments: input });
  const execute = (): Promise<unknown> => toolkit.execute('server__add', input);
  const parallel = 'raw SDK, 100 in parallel';
  const inTurn = 'raw SDK, one after another';
  return [
    { name: parallel, ...inParallel(callRaw) },
    { name: 'mcpSource, 100 in parallel', base: parallel, maxRatio: 1.18, ...inParallel(execute) },
    { name: inTurn, run: callRaw, works: isSum },
    { name: 'mcpSource, one after another', base: inTurn, maxRatio: 1.67, run: execute, works: isSum },
  ];
}

function inParallel(call: () => Promise<unknown>): Pick<TimedContender, 'run' | 'works' | 'units'> {
  return {
    run: () => Promise.all(Array.from({ length: calls }, call)),
    works: (results) => Array.isArray(results) && results.every(isSum),
    units: calls,
  };
}

function isSum(result: unknown): boolean {
  if (!isRecord(result) || !Array.isArray(result.content)) return false;
  const [block] = result.content as readonly unknown[];
  return isRecord(block) && block.text === '3';
}
