/** The key of the capability with which clients and servers support tasks (SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** The key of the capabilities of a client in the `_meta` of each request (specification 2026-07-28, basic, `_meta`). */
export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
