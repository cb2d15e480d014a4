import type { ToolSpec } from 'toolwright';
import { peerParts } from '../peers.js';
import type { Row } from '../row.js';
import { plainLoop, streamContenders } from '../streams.js';

/** What a chunk of a stream costs. */
export const row: Row = {
  title: 'spec.stream, per chunk',
  parts: [
    {
      name: 'toolwright',
      create: () => streamContenders({ name: 'spec.stream, per chunk', maxRatio: 4 }, countStreamed),
    },
    ...peerParts('stream', plainLoop, ['ai', 'langchain']),
  ],
};

function countStreamed(spec: ToolSpec): Promise<number> {
  return new Promise((resolve, reject) => {
    let responses = 0;
    spec.stream().subscribe({
      next: () => {
        responses++;
      },
      error: reject,
      complete: () => resolve(responses),
    });
  });
}
