import { LATE, settleWithin } from '../../../src/base/async/settle-within.js';

describe('settleWithin', () => {
  it('settles like a promise that is in time', async () => {
    const error = new Error('broken');
    await expect(settleWithin(Promise.resolve(1), 10_000)).resolves.toBe(1);
    await expect(settleWithin(Promise.reject(error), 10_000)).rejects.toBe(error);
  });

  it('resolves to LATE for a promise that takes longer, and ignores how it settles', async () => {
    let fail = (_: Error): void => {};
    const pending = new Promise<number>((_, reject) => {
      fail = reject;
    });
    await expect(settleWithin(pending, 1)).resolves.toBe(LATE);
    fail(new Error('too late'));
    // An unhandled rejection would fail the test.
    await new Promise(setImmediate);
  });

  it('leaves no timer', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await settleWithin(Promise.resolve(), 60_000);
    expect(timers()).toBe(before);
  });
});
