/**
 * The connection of a page of MCP Apps to its host, for the script of the page. It imports nothing.
 *
 * @module
 */

export { connectView } from './connect-view.js';
export type { View, ViewContent, ViewHost, ViewListeners, ViewResult } from './view-types.js';
