/**
 * The Model Context Protocol over `@modelcontextprotocol/server`: protocol version 2026-07-28.
 *
 * @module
 */
export { attachMcp, serveMcp } from './serve.js';
