import { ToolSpec } from 'toolwright';
import { floorContender, wideFloor } from '../floor.js';
import { peerParts } from '../peers.js';
import type { Contender, Row } from '../row.js';
import { BindingService, DecoratedService, GeneratedService } from '../services.js';
import { goodArguments, isFound, isRecord, search, searchSchema, wide, wideArguments, wideSchema } from '../tools.js';

/** A call of a tool that a JSON Schema, a generated module or decorators describe. */
export const row: Row = {
  title: 'spec.call',
  parts: [
    { name: 'toolwright', create: () => [floorContender, ...calls(), ...wideCalls()] },
    ...peerParts('call', floorContender, ['zod', 'ai', 'mcp', 'langchain']),
  ],
};

function calls(): readonly Contender[] {
  const bound = new BindingService().toolSpec('oneBinding');
  bound.state.set('session.user.id', 'u1');
  const specs: readonly (readonly [string, ToolSpec])[] = [
    ['JSON Schema', ToolSpec.fromFunction(search, { inputSchema: searchSchema })],
    ['generated source', new GeneratedService().toolSpec('search')],
    ['decorated parameters', new DecoratedService().toolSpec('search')],
    ['JSON Schema, one binding', bound],
  ];
  return specs.map(([name, spec]) => ({
    name: `spec.call, ${name}`,
    base: floorContender.name,
    maxRatio: 2.5,
    run: () => spec.call(goodArguments),
    works: isFound,
  }));
}

function wideCalls(): readonly Contender[] {
  const name = 'floor of 20 parameters';
  const spec = ToolSpec.fromFunction(wide, { inputSchema: wideSchema });
  const works = (result: unknown): boolean => isRecord(result) && result.last === wideArguments.field20;
  return [
    { name, run: () => wideFloor(wideArguments), works },
    { name: 'spec.call, 20 parameters', base: name, maxRatio: 2.5, run: () => spec.call(wideArguments), works },
  ];
}
