import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { createMochaTestRunner } from '@stryker-mutator/mocha-runner';

createRunner.inject = createMochaTestRunner.inject;

/** Mocha's runner, which loads modules once: static mutants are omitted, so none has to be active while modules load. */
function createRunner(injector) {
  const runner = createMochaTestRunner(injector);
  runner.capabilities = async () => ({ reloadEnvironment: true });
  return runner;
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'mocha-once', createRunner)];
