const prefix = 'mcp-request-';

/** Returns a new ID for the session of one request, for a revision of the protocol without sessions. */
export function createRequestSessionId(): string {
  return prefix + crypto.randomUUID();
}

/** Whether a session has lasted for one request only, so that a later request continues what it has begun. */
export function isRequestSessionId(id: string | undefined): id is string {
  return id?.startsWith(prefix) === true;
}
