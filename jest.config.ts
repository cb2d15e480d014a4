import { readFileSync } from 'node:fs';
import type { Config } from 'jest';

const swc: unknown = JSON.parse(readFileSync('test/swc.json', 'utf8'));

const config: Config = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/fixtures/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/\\.stryker-tmp', '/\\.build/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^toolwright$': '<rootDir>/src/index.ts',
    '^toolwright/mcp$': '<rootDir>/src/mcp/index.ts',
    '^toolwright/mcp/v1$': '<rootDir>/src/mcp/sdk-v1/index.ts',
    '^toolwright/mcp/v2$': '<rootDir>/src/mcp/sdk-v2/index.ts',
    '^toolwright/telemetry$': '<rootDir>/src/telemetry/index.ts',
  },
  testTimeout: 10_000,
  collectCoverageFrom: ['src/**/*.ts'],
  coverageProvider: 'babel',
  coverageDirectory: 'coverage',
  coverageReporters: ['text', 'lcov'],
  coverageThreshold: { global: { lines: 95 } },
};

export default config;
