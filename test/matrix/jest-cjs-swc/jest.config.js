const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: Boolean(process.env.WITHOUT_PLUGIN) },
    },
    module: { type: 'commonjs' },
  },
];
const transform = process.env.WITHOUT_PLUGIN ? swc : ['toolwright/jest', { transformer: swc }];

module.exports = { testEnvironment: 'node', transform: { '^.+\\.ts$': transform } };
