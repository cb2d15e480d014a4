/**
 * The developer page: it shows the tools of an application and what a model sees of them, calls them, and shows all calls as
 * they happen.
 *
 * @module
 */

export { type DevHandler, type DevHandlerOptions, devHandler } from './handler/dev-handler.js';
