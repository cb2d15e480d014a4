/**
 * The middleware of toolwright, for `toolkit.use()` and the option `use` of a tool.
 *
 * @module
 */

export type { AwaitableResponses, MiddlewareAnswer } from '../../call/response/awaitable-responses.js';
export { type CacheOptions, cache } from './cache.js';
export { type CallLimitOptions, type CallLimitScope, callLimit } from './call-limit.js';
export { type CircuitBreakerOptions, circuitBreaker } from './circuit-breaker.js';
export { type GuardDecision, type GuardOptions, type GuardVerdict, guard } from './guard.js';
export { type CallLogEntry, type Logger, type LoggingOptions, logging } from './logging.js';
export { type MaxOutputOptions, maxOutput } from './max-output.js';
export { type RateLimitOptions, rateLimit } from './rate-limit.js';
export { type RedactOptions, redact } from './redact.js';
export { type RepairLimitOptions, repairLimit } from './repair-limit.js';
export type { RedactPattern, TextCleaner } from './text-cleaner.js';
export { timing } from './timing.js';
