/**
 * The longest delay of a timer, in milliseconds. `setTimeout` fires immediately for anything longer
 * (https://nodejs.org/api/timers.html#settimeoutcallback-delay-args).
 */
export const longestTimerMs = 2_147_483_647;
