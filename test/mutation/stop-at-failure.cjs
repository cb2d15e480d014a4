const { TestEnvironment } = require('jest-environment-node');

/** Skips what is left of a test file after its first failure: one failing test is enough to notice a mutant. */
module.exports = class StopAtFailure extends TestEnvironment {
  #hasFailed = false;

  handleTestEvent(event) {
    if (event.name === 'test_fn_failure') this.#hasFailed = true;
    if (event.name === 'test_start' && this.#hasFailed) event.test.mode = 'skip';
  }
};
