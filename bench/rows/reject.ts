import { ToolSpec } from 'toolwright';
import { refusalByHand } from '../by-hand.js';
import { floorContender } from '../floor.js';
import { peerParts } from '../peers.js';
import type { Contender, Row } from '../row.js';
import { createDtoService } from '../services.js';
import { badArguments, goodArguments, isRecord, search, searchSchema } from '../tools.js';

/** Three mistakes at once, refused with a message that tells a model all of them. */
export const row: Row = {
  title: 'Rejecting bad arguments, full message',
  parts: [
    { name: 'toolwright', create },
    ...peerParts('reject', floorContender, ['zod', 'typia', 'ai', 'mcp', 'langchain', 'mastra']),
  ],
};

function create(): readonly Contender[] {
  const spec = ToolSpec.fromFunction(search, { inputSchema: searchSchema });
  const withDto = createDtoService().service.toolSpec('search');
  const accepting = 'spec.exec, accepted';
  const refused = { base: floorContender.name, maxRatio: 21, works: isRefused };
  return [
    floorContender,
    {
      name: accepting,
      base: floorContender.name,
      run: () => spec.exec(goodArguments),
      works: (result) => isRecord(result) && result.success === true,
    },
    { ...refusalByHand, base: floorContender.name },
    { name: 'spec.exec, refused', run: () => spec.exec(badArguments as never), ...refused },
    { name: 'spec.exec with a DTO, refused', run: () => withDto.exec(badArguments), ...refused },
    {
      name: 'spec.call, refused and caught',
      run: async () => {
        try {
          return await spec.call(badArguments as never);
        } catch (error) {
          return { error };
        }
      },
      ...refused,
    },
  ];
}

/** Whether the message names all three mistakes. */
function isRefused(result: unknown): boolean {
  if (!isRecord(result) || !isRecord(result.error)) return false;
  const { code, message } = result.error;
  return code === 'invalid_parameters' && ['query', 'limit', 'tags'].every((name) => String(message).includes(name));
}
