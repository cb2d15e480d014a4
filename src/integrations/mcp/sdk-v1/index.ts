/**
 * The Model Context Protocol over `@modelcontextprotocol/sdk`: protocol versions 2024-11-05 to 2025-11-25.
 *
 * @module
 */
export { attachMcp, mcpHandler, serveMcp } from './serve.js';
