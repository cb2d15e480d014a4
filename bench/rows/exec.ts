import { Toolkit, type ToolResult, ToolSpec } from 'toolwright';
import { resultByHand } from '../by-hand.js';
import { floorContender } from '../floor.js';
import type { Contender, Row } from '../row.js';
import { goodArguments, isFound, isRecord, search, searchSchema } from '../tools.js';

/** A call that gives the whole outcome, and one by name; without middleware and subscribers. */
export const row: Row = { title: 'spec.exec, toolkit.execute', parts: [{ name: 'toolwright', create }] };

function create(): readonly Contender[] {
  const spec = ToolSpec.fromFunction(search, { inputSchema: searchSchema });
  const toolkit = new Toolkit();
  toolkit.register(spec);
  const works = (result: unknown): boolean => isRecord(result) && result.success === true && isFound(result.data);
  const compared = { base: floorContender.name, works };
  return [
    floorContender,
    resultByHand,
    { name: 'spec.exec', maxRatio: 10.5, run: (): Promise<ToolResult> => spec.exec(goodArguments), ...compared },
    {
      name: 'toolkit.execute',
      maxRatio: 15,
      run: (): Promise<ToolResult> => toolkit.execute('search', goodArguments),
      ...compared,
    },
  ];
}
