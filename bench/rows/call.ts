import { ToolSpec } from 'toolwright';
import { flatFloor, floorContender, wideFloor } from '../floor.js';
import { peerParts } from '../peers.js';
import type { Contender, Row } from '../row.js';
import { BindingService, DecoratedService, GeneratedService } from '../services.js';
import {
  find,
  flatArguments,
  flatSchema,
  goodArguments,
  isFound,
  isRecord,
  search,
  searchSchema,
  wide,
  wideArguments,
  wideSchema,
} from '../tools.js';

/** A call of a tool that a JSON Schema, a generated module or decorators describe. */
export const row: Row = {
  title: 'spec.call',
  parts: [
    { name: 'toolwright', create: () => [floorContender, ...calls(), ...flatCalls(), ...wideCalls()] },
    ...peerParts('call', floorContender, ['zod', 'typia', 'ai', 'mcp', 'langchain', 'mastra']),
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
    maxRatio: 7.5,
    run: () => spec.call(goodArguments),
    works: isFound,
  }));
}

function flatCalls(): readonly Contender[] {
  const name = 'floor of one parameter';
  const spec = ToolSpec.fromFunction(find, { inputSchema: flatSchema });
  const works = (result: unknown): boolean => isRecord(result) && result.query === flatArguments.query;
  return [
    { name, run: () => flatFloor(flatArguments), works },
    { name: 'spec.call, one parameter', base: name, maxRatio: 7.5, run: () => spec.call(flatArguments), works },
  ];
}

function wideCalls(): readonly Contender[] {
  const name = 'floor of 20 parameters';
  const spec = ToolSpec.fromFunction(wide, { inputSchema: wideSchema });
  const works = (result: unknown): boolean => isRecord(result) && result.last === wideArguments.field20;
  return [
    { name, run: () => wideFloor(wideArguments), works },
    { name: 'spec.call, 20 parameters', base: name, maxRatio: 7.5, run: () => spec.call(wideArguments), works },
  ];
}
