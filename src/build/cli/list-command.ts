import { readBudget } from './read-budget.js';
import { defineCommand, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { moduleArgument, moduleExit, readToolPlace, toolPlaceOptions } from './tool-place-options.js';

/** The command `toolwright list`. */
export const list = defineCommand({
  name: 'list',
  summary: 'print the tools of a module',
  description: 'Prints the name, group, description and signature of each tool of a module.',
  arguments: [moduleArgument],
  options: {
    cost: { kind: 'flag', flags: '--cost', description: 'print the bytes and the estimated tokens of each tool' },
    budget: {
      kind: 'value',
      flags: '--budget <tokens>',
      description: 'with --cost: exit with 1 if the active tools have more tokens',
    },
    ...toolPlaceOptions,
  },
  examples: ['list ./shop.ts', 'list ./shop.ts --cost --budget 20000', 'list openapi.json --json'],
  exits: [[exitCodes.ok, 'success'], [exitCodes.usage, 'invalid usage, or tools beyond the budget'], moduleExit],
  prepare({ operands: [modulePath = ''], values }) {
    const place = readToolPlace(modulePath, values);
    if (!values.cost && values.budget !== undefined) throw new UsageFailure('--budget requires --cost.');
    const budget = readBudget(values.budget);
    return {
      run: async ({ report }) =>
        values.cost
          ? (await import('./list-cost.js')).listCost(place, { budget, report })
          : (await import('./list.js')).listTools(place, report),
    };
  },
});
