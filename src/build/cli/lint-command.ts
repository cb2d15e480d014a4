import { lintLevels } from '../checks/lint/finding.js';
import { placeArguments, placeOptions, readPlace } from './checked-place.js';
import { readBudget } from './read-budget.js';
import { defineCommand, type OptionDeclarations, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';

const options = {
  budget: {
    kind: 'value',
    flags: '--budget <tokens>',
    description: 'the largest number of tokens of one tool (default: 1000)',
  },
  level: {
    kind: 'value',
    flags: '--level <level>',
    description: 'the least grave findings that are a failure (default: warning)',
    choices: lintLevels,
  },
  baseline: {
    kind: 'value',
    flags: '--baseline <file>',
    description: 'a file with findings that are known, and no failure',
    isPath: true,
  },
  updateBaseline: {
    kind: 'flag',
    flags: '--update-baseline',
    description: 'write all findings to the file of --baseline',
  },
  sarif: {
    kind: 'value',
    flags: '--sarif <file>',
    description: 'write the findings as SARIF to a file too',
    isPath: true,
  },
  ...placeOptions,
} as const satisfies OptionDeclarations;

/** The command `toolwright lint`. */
export const lint = defineCommand({
  name: 'lint',
  summary: 'check the descriptions and schemas of tools',
  description:
    'Finds what makes models choose the wrong tool or arguments: tools that are described in nearly the same words, missing ' +
    'descriptions, unclear parameters, values without words, large tools, and schemas that providers weaken.',
  arguments: placeArguments,
  options,
  examples: [
    'lint ./shop.ts',
    'lint openapi.json --baseline lint-baseline.json --sarif lint.sarif',
    'lint ./tools --level note --budget 500',
    'lint --mcp -- npx -y example-server',
  ],
  exits: [
    [exitCodes.ok, 'no new finding of the level'],
    [exitCodes.usage, 'invalid usage, or a baseline that cannot be used'],
    [exitCodes.module, 'the module does not exist, cannot be loaded, or exports no tools'],
    [exitCodes.findings, 'new findings'],
  ],
  prepare({ operands, values }) {
    const { baseline, updateBaseline, sarif, level } = values;
    if (updateBaseline && baseline === undefined)
      throw new UsageFailure('--update-baseline requires --baseline <file>.');
    const command = {
      ...{ place: readPlace('lint', operands, values), toolTokens: readBudget(values.budget) },
      ...{ level: lintLevels.find((one) => one === level), baseline, updateBaseline, sarif },
    };
    return { run: async ({ report }) => (await import('./lint.js')).lint(command, report) };
  },
});
