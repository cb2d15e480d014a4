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

  it('waits for as long as a limit says that no timer can have', async () => {
    const later = (): Promise<string> => new Promise((resolve) => setTimeout(resolve, 20, 'settled'));
    await expect(settleWithin(later(), Number.POSITIVE_INFINITY)).resolves.toBe('settled');
    await expect(settleWithin(later(), 3_000_000_000)).resolves.toBe('settled');
  });

  it('leaves no timer', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await settleWithin(Promise.resolve(), 60_000);
    expect(timers()).toBe(before);
  });
});
