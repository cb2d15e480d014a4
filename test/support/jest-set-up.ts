/** What the errors of parameters without types advise in a test of jest. */
export const jestSetUp =
  "Replace 'ts-jest', or the transformer that you use, in transform of the configuration of jest by " +
  "['toolwright/jest', { transformer: ['ts-jest', {}] }] (in a NestJS project, ['ts-jest', { astTransformers: { before: " +
  "['toolwright/nest-plugin'] } }] does the same)";
