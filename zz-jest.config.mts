import config from './jest.config.ts';
const e2e = (config.projects as any[])[1];
export default { ...config, projects: [{ ...e2e, rootDir: import.meta.dirname, globalSetup: '<rootDir>/test/support/zz-pack.mjs' }] };
