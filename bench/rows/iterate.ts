import type { ToolSpec } from 'toolwright';
import { pullsByHand } from '../by-hand.js';
import type { Contender, Row } from '../row.js';
import { streamContenders } from '../streams.js';

/** What a chunk costs that is pulled. */
export const row: Row = {
  title: 'spec.iterate, per chunk',
  parts: [{ name: 'toolwright', create }],
};

function create(): readonly Contender[] {
  return [pullsByHand, ...streamContenders({ name: 'spec.iterate, per chunk', maxRatio: 5.5 }, countIterated)];
}

async function countIterated(spec: ToolSpec): Promise<number> {
  let responses = 0;
  for await (const response of spec.iterate()) if (response.content.length > 0) responses++;
  return responses;
}
