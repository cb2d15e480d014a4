/**
 * The longest time that a timer can wait, in milliseconds. `setTimeout` fires at once for anything longer
 * (https://nodejs.org/api/timers.html#settimeoutcallback-delay-args).
 */
export const longestTimerMs = 2_147_483_647;
