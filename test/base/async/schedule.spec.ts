import { jest } from '@jest/globals';
import { scheduleAfter } from '../../../src/base/async/schedule.js';

const dayMs = 24 * 3_600_000;

describe('scheduleAfter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([1, 30 * dayMs, 100 * dayMs])('calls back once after %d ms, and not before', (delayMs) => {
    const callback = jest.fn();
    scheduleAfter(callback, delayMs);
    jest.advanceTimersByTime(delayMs - 1);
    expect(callback).not.toHaveBeenCalled();
    jest.advanceTimersByTime(100 * dayMs);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('never calls back after an endless delay, or once it is cancelled', () => {
    const callback = jest.fn();
    scheduleAfter(callback, Number.POSITIVE_INFINITY);
    const cancel = scheduleAfter(callback, 60 * dayMs);
    jest.advanceTimersByTime(40 * dayMs);
    cancel();
    jest.advanceTimersByTime(100 * dayMs);
    expect(callback).not.toHaveBeenCalled();
  });
});
