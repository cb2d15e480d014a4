/**
 * The configuration is transpiled only: `npm run check types` checks its types.
 *
 * @jest-config-loader-options {"transpileOnly": true, "compilerOptions": {"module": "CommonJS", "moduleResolution": "node10"}}
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Config } from 'jest';

const swc: unknown = JSON.parse(readFileSync('test/swc.json', 'utf8'));

const shared = {
  testEnvironment: 'node',
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/fixtures/',
    '<rootDir>/test/matrix/',
    '<rootDir>/test/nest/cli/',
    '<rootDir>/test/nest/project/',
  ],
  modulePathIgnorePatterns: [
    '<rootDir>/cjs/',
    '<rootDir>/dist/',
    '<rootDir>/test/matrix/',
    '<rootDir>/\\.stryker-tmp',
    '/\\.build/',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^toolwright$': '<rootDir>/src/index.ts',
    '^toolwright/generated$': '<rootDir>/src/tool/metadata/index.ts',
    '^toolwright/flow$': '<rootDir>/src/features/flow/index.ts',
    '^toolwright/resources$': '<rootDir>/src/features/offers/index.ts',
    '^toolwright/search$': '<rootDir>/src/features/search/index.ts',
    '^toolwright/formats$': '<rootDir>/src/format/index.ts',
    '^toolwright/middleware$': '<rootDir>/src/features/middleware/index.ts',
    '^toolwright/stores$': '<rootDir>/src/stores/index.ts',
    '^toolwright/ai-sdk$': '<rootDir>/src/sdks/ai-sdk/index.ts',
    '^toolwright/openai$': '<rootDir>/src/sdks/openai/index.ts',
    '^toolwright/anthropic$': '<rootDir>/src/sdks/anthropic/index.ts',
    '^toolwright/google-genai$': '<rootDir>/src/sdks/google-genai/index.ts',
    '^@anthropic-ai/sdk/lib/tools/ToolError$':
      '<rootDir>/test/peers/anthropic-1/node_modules/@anthropic-ai/sdk/lib/tools/ToolError.mjs',
    '^toolwright/openai-agents$': '<rootDir>/src/sdks/openai-agents/index.ts',
    '^toolwright/claude-agent$': '<rootDir>/src/sdks/claude-agent/index.ts',
    '^toolwright/ag-ui$': '<rootDir>/src/sdks/ag-ui/index.ts',
    '^@langchain/core/(.+)$': '<rootDir>/test/peers/langchain-1/node_modules/@langchain/core/dist/$1',
    '^toolwright/langchain$': '<rootDir>/src/sdks/langchain/index.ts',
    '^toolwright/mastra$': '<rootDir>/src/sdks/mastra/index.ts',
    '^toolwright/builtin/guarded$': '<rootDir>/src/tools/guarded/index.ts',
    '^toolwright/nats$': '<rootDir>/src/integrations/nats/index.ts',
    '^toolwright/builtin$': '<rootDir>/src/tools/index.ts',
    '^toolwright/dto$': '<rootDir>/src/schema/class-validator/index.ts',
    '^toolwright/mcp$': '<rootDir>/src/integrations/mcp/index.ts',
    '^toolwright/mcp/v1$': '<rootDir>/src/integrations/mcp/sdk-v1/index.ts',
    '^toolwright/mcp/v2$': '<rootDir>/src/integrations/mcp/sdk-v2/index.ts',
    '^toolwright/nest$': '<rootDir>/src/integrations/nest/index.ts',
    '^toolwright/testing$': '<rootDir>/src/integrations/testing/index.ts',
    '^toolwright/http$': '<rootDir>/src/integrations/http/index.ts',
    '^toolwright/dev$': '<rootDir>/src/integrations/dev/index.ts',
    '^toolwright/view$': '<rootDir>/src/integrations/mcp/view/index.ts',
    '^toolwright/client$': '<rootDir>/src/integrations/client/index.ts',
    '^toolwright/rest$': '<rootDir>/src/sources/rest/index.ts',
    '^toolwright/loader$': '<rootDir>/src/sources/loader/index.ts',
    '^toolwright/sandbox$': '<rootDir>/src/sources/sandbox/index.ts',
    '^toolwright/telemetry$': '<rootDir>/src/features/telemetry/index.ts',
  },
} satisfies Config;

/**
 * Specs that stay within one process and need nothing built. They run where code cannot be generated from strings, as in
 * some runtimes. A spec that has to generate code begins with `@jest-environment node`.
 */
const unit = {
  ...shared,
  // The counters of code coverage are generated from strings.
  testEnvironment: process.argv.includes('--coverage') ? 'node' : '<rootDir>/test/support/no-code-generation.cjs',
  displayName: 'unit',
  testMatch: ['<rootDir>/test/**/!(*.e2e).spec.ts'],
} satisfies Config;

/**
 * Specs that build, pack, compile projects, start processes, open ports, wait or compare many values with other libraries;
 * and all properties, with more values.
 */
const e2e = {
  ...shared,
  displayName: 'e2e',
  testMatch: ['<rootDir>/test/**/*.e2e.spec.ts', ...propertySpecs()],
  globalSetup: '<rootDir>/test/support/build-and-pack.mjs',
  setupFiles: ['<rootDir>/test/support/more-property-runs.ts'],
} satisfies Config;

const config: Config = {
  projects: [unit, e2e],
  maxWorkers: '100%',
  // The modules of a spec file are not released: without new processes, the last specs have no memory left. `npm test` sets
  // a lower limit, at which a new process is faster than garbage collection.
  workerIdleMemoryLimit: '1GB',
  // A worker with many modules needs longer than half a second to release them when it exits.
  workerGracefulExitTimeout: 30_000,
  // For both projects: a test that waits for an event has to have time for it on a busy machine.
  testTimeout: 120_000,
  // The rest of the developer page runs in a browser only, where test/dev/page.e2e.spec.ts drives it.
  collectCoverageFrom: ['src/**/*.ts', '!src/integrations/dev/page/!(model)/**', '!src/integrations/dev/page/main.ts'],
  coverageProvider: 'babel',
  coverageDirectory: 'coverage',
  coverageReporters: ['text', 'lcov'],
  coverageThreshold: { global: { lines: 95 } },
};

function propertySpecs(): string[] {
  const specs = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.spec.ts'));
  const withProperties = specs.filter((name) =>
    readFileSync(`test/${name}`, 'utf8').includes('/support/fast-check.js'),
  );
  return withProperties.map((name) => `<rootDir>/test/${name}`);
}

export default config;
