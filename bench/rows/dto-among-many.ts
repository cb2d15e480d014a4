import { byHand } from '../class-validator.js';
import { OwnRuleService } from '../own-rule.js';
import type { Contender, Part, Row, Scale } from '../row.js';
import { createDtoService } from '../services.js';
import { goodArguments, isFound } from '../tools.js';

/** A DTO call in a process that has many other DTO classes: class-validator looks through all of them each time. */
export const row: Row = {
  title: 'DTO classes among 10,000 others',
  parts: [
    ...partsOf({ name: 'spec.call, DTO', create: callOfDto, maxRatio: 1.2 }),
    ...partsOf({ name: 'spec.call, DTO with a rule of its own', create: callOfOwnRule, maxRatio: 1.2 }),
    ...partsOf({ name: 'class-validator by hand', create: () => byHand(createDtoService().Dto) }).map((part) => ({
      ...part,
      isPeer: true,
      rounds: 6,
      warmupRounds: 1,
    })),
  ],
};

function callOfDto(): Contender {
  const spec = createDtoService().service.toolSpec('search');
  return { name: 'spec.call, DTO', run: () => spec.call(goodArguments), works: isFound };
}

function callOfOwnRule(): Contender {
  const spec = new OwnRuleService().toolSpec('custom');
  const args = { query: goodArguments.query, limit: goodArguments.limit };
  return { name: 'spec.call', run: () => spec.call(args), works: isFound };
}

interface ManyOptions {
  readonly name: string;
  readonly create: () => Contender;
  readonly maxRatio?: number;
}

/** The same contender in a process without other classes, and in one with them. */
function partsOf({ name, create, maxRatio }: ManyOptions): readonly Part[] {
  const alone = `${name}, alone`;
  const amongMany = `${name}, among 10,000`;
  return [
    { name: alone, create: () => [{ ...create(), name: alone }] },
    {
      name: amongMany,
      create: (scale) => {
        const contender = create();
        addClasses(scale);
        return [{ ...contender, name: amongMany, base: alone, ...(maxRatio === undefined ? {} : { maxRatio }) }];
      },
    },
  ];
}

function addClasses({ many }: Scale): void {
  for (let index = 0; index < many; index++) createDtoService();
}
