const transform = process.env.WITHOUT_PLUGIN ? ['ts-jest', {}] : ['toolwright/jest', { transformer: ['ts-jest', {}] }];

module.exports = { testEnvironment: 'node', transform: { '^.+\\.ts$': transform } };
