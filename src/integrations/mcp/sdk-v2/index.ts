/**
 * Serves tools over protocol version 2026-07-28 of the Model Context Protocol, and attaches them to servers of
 * `@modelcontextprotocol/server`.
 *
 * @module
 */
export { attachMcp, mcpHandler, serveMcp } from './serve.js';
