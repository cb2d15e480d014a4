import { byHand } from '../class-validator.js';
import { floorContender, orderFloor } from '../floor.js';
import { isOrdered, OrderService, orderArguments } from '../orders.js';
import { OwnRuleService } from '../own-rule.js';
import type { Contender, Row } from '../row.js';
import { createDtoService } from '../services.js';
import { goodArguments, isFound, isRecord } from '../tools.js';

/** A call of a tool that takes a class-validator DTO: the method gets a real instance. */
export const row: Row = {
  title: 'spec.call, class-validator DTO',
  parts: [
    { name: 'toolwright', create: () => [...searches(), ...ownRules(), ...orders()] },
    {
      name: 'class-validator',
      isPeer: true,
      rounds: 6,
      create: () => [
        { ...floorContender, isHidden: true },
        { ...byHand(createDtoService().Dto), base: floorContender.name },
      ],
    },
  ],
};

function searches(): readonly Contender[] {
  const spec = createDtoService().service.toolSpec('search');
  return [
    floorContender,
    {
      name: 'spec.call, DTO',
      base: floorContender.name,
      maxRatio: 11.5,
      run: () => spec.call(goodArguments),
      works: isFound,
    },
  ];
}

function ownRules(): readonly Contender[] {
  const spec = new OwnRuleService().toolSpec('custom');
  const args = { query: goodArguments.query, limit: goodArguments.limit };
  const compared = { base: floorContender.name, maxRatio: 120 };
  return [
    { name: 'spec.call, a DTO with a rule of its own', ...compared, run: () => spec.call(args), works: isFound },
    {
      name: 'spec.exec, a DTO with a rule of its own, refused',
      ...compared,
      run: () => spec.exec({ ...args, query: 'two words' }),
      works: (result) => isRecord(result) && result.success === false,
    },
  ];
}

function orders(): readonly Contender[] {
  const name = 'floor of the order';
  const spec = new OrderService().toolSpec('order');
  return [
    { name, run: () => orderFloor(orderArguments), works: isOrdered },
    {
      name: 'spec.call, nested DTOs and a list of them',
      base: name,
      maxRatio: 11.5,
      run: () => spec.call(orderArguments),
      works: isOrdered,
    },
  ];
}
