import { readdirSync, readFileSync } from 'node:fs';
import type { Config } from 'jest';

const swc: unknown = JSON.parse(readFileSync('test/swc.json', 'utf8'));

const moduleNameMapper = {
  '^(\\.{1,2}/.*)\\.js$': '$1',
  '^toolwright$': '<rootDir>/src/index.ts',
  '^toolwright/mcp$': '<rootDir>/src/mcp/index.ts',
  '^toolwright/mcp/v1$': '<rootDir>/src/mcp/sdk-v1/index.ts',
  '^toolwright/mcp/v2$': '<rootDir>/src/mcp/sdk-v2/index.ts',
  '^toolwright/telemetry$': '<rootDir>/src/telemetry/index.ts',
};

const compiled = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/fixtures/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/\\.stryker-tmp', '/\\.build/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  moduleNameMapper,
  testTimeout: 10_000,
} satisfies Config;

const counterparts = readdirSync('test/reference').map((file) => file.replace(/\.ts$/, ''));

// What a call does is specified a second time without its fast paths: each has a plain counterpart of the same name.
const reference = {
  ...compiled,
  testMatch: [
    '<rootDir>/test/{execution,spec}/*.spec.ts',
    '<rootDir>/test/schema/{argument-validator,standard-receiver,tool-input,validation}.spec.ts',
    '<rootDir>/test/schema/dto/{dto-receiver,golden}.spec.ts',
  ],
  testPathIgnorePatterns: [
    ...compiled.testPathIgnorePatterns,
    // They run the built package, or compare both ways themselves.
    '/test/execution/(leaks|long-streams|soak|fast-paths)\\.spec\\.ts$',
  ],
  moduleNameMapper: {
    [`^\\.{1,2}/(?:.*/)?(${counterparts.join('|')})\\.js$`]: '<rootDir>/test/reference/$1.ts',
    ...moduleNameMapper,
  },
} satisfies Config;

const config: Config = {
  // Beside the projects, for whoever runs one set of specs with a configuration that is changed: mutation testing does.
  ...compiled,
  projects: [
    { displayName: 'compiled', ...compiled },
    { displayName: 'reference', ...reference },
  ],
  collectCoverageFrom: ['src/**/*.ts'],
  coverageProvider: 'babel',
  coverageDirectory: 'coverage',
  coverageReporters: ['text', 'lcov'],
  coverageThreshold: { global: { lines: 95 } },
};

export default config;
