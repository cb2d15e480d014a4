/** What the errors of parameters without types advise in a test of jest. */
export const jestSetUp =
  "Set transform: { '\\\\.ts$': ['toolwright/jest', { transformer: ['ts-jest', {}] }] } in the configuration of jest, with the " +
  "transformer that you use (with ts-jest in a NestJS project, astTransformers: { before: ['toolwright/nest-plugin'] } does " +
  'the same)';
