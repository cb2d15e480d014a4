import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';

// The part of jest that the specs use, on top of mocha: jest loads every module again for each mutant, mocha does not.

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ global: globalThis, config: { fakeTimers: {} } });

export const jest = {
  spyOn: mocker.spyOn.bind(mocker),
  // Ticks and tasks are not faked, because the runner itself runs in this process.
  useFakeTimers: () => timers.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  getTimerCount: () => timers.getTimerCount(),
  restoreAllMocks: () => mocker.restoreAllMocks(),
};

/** The arguments of mocha's function, as of jest's: a title, a function, and a time limit in milliseconds. */
function asJest(declare) {
  const declared = (title, run, timeoutMs) => {
    const made = declare(title, run);
    if (timeoutMs !== undefined) made.timeout(timeoutMs);
    return made;
  };
  return Object.assign(declared, { each: bind(declared, false) });
}

/**
 * Puts jest's globals in the place of mocha's, which are there once its files are being loaded. Tests with a title in
 * `without` are passed over.
 */
export function installGlobals({ without }) {
  const { describe, before, after } = globalThis;
  const mochaIt = globalThis.it;
  const it = (title, run) => mochaIt(title, without.has(title) ? undefined : run);
  Object.assign(globalThis, { expect, describe: asJest(describe), it: asJest(it), beforeAll: before, afterAll: after });
  // A mutant may have ended a test before it could do so.
  globalThis.afterEach(() => {
    timers.useRealTimers();
    mocker.restoreAllMocks();
  });
}
