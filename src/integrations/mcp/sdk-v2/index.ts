/**
 * The Model Context Protocol over `@modelcontextprotocol/server`: protocol version 2026-07-28.
 *
 * @module
 */
export { attachMcp, mcpHandler, serveMcp } from './serve.js';
