import { lastValueFrom } from 'rxjs';
import { Toolkit, ToolSpec } from 'toolwright';
import { floor } from '../floor.js';
import { peerParts } from '../peers.js';
import type { Contender, Row, TimedContender } from '../row.js';
import { goodArguments, isFound, search, searchSchema } from '../tools.js';

const goodText = JSON.stringify(goodArguments);

const base: TimedContender = {
  name: 'JSON.parse, the floor, JSON.stringify',
  run: async () => JSON.stringify(await floor(JSON.parse(goodText))),
  works: isFoundText,
};

/** What a model's call is: JSON text in, text out. */
export const row: Row = {
  title: 'toolkit.callTool, JSON text in, text out',
  parts: [{ name: 'toolwright', create }, ...peerParts('text', base, ['ai', 'openai-agents'])],
};

function create(): readonly Contender[] {
  const toolkit = new Toolkit();
  toolkit.register(ToolSpec.fromFunction(search, { inputSchema: searchSchema }));
  const run = async (): Promise<string | undefined> => {
    const last = await lastValueFrom(toolkit.callTool({ id: 'call_1', name: 'search', input: goodText }));
    const [block] = last.content;
    return block?.type === 'text' ? block.text : undefined;
  };
  return [base, { name: 'toolkit.callTool', base: base.name, run, works: isFoundText }];
}

function isFoundText(text: unknown): boolean {
  return typeof text === 'string' && isFound(JSON.parse(text));
}
