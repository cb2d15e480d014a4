import { DefinitionError, ToolkitSession } from '../../../index.js';
import type { OutputRule } from './listed-tool.js';
import type { McpToolOptions } from './serve-options.js';
import { type McpServed, readToolLimits, reportClientTools } from './served-toolkit.js';
import { ToolServer } from './tool-server.js';

/** Tools that can be attached to a server with one client: what can be served, or a session of the application. */
export type McpAttached = McpServed | ToolkitSession;

/** The options that create the session of a client. */
const sessionOptions = ['sessionState', 'requestState', 'versions', 'maskErrors'] as const;

/**
 * Creates the tool server of a client that uses a session of the application. The client activates groups of that
 * session, and reads and writes its state.
 *
 * @throws DefinitionError if `options` has an option of another session, or an invalid limit.
 */
export function createSessionServer(session: ToolkitSession, options: McpToolOptions, outputs: OutputRule): ToolServer {
  const unused = sessionOptions.find((name) => options[name] !== undefined);
  if (unused !== undefined) {
    throw new DefinitionError(
      `attachMcp: '${unused}' is an option for the session that a toolkit creates, and a session was passed. Pass the ` +
        'toolkit, or create the session with the state, the versions and the masking that it needs.',
    );
  }
  reportClientTools(session.list());
  return new ToolServer({
    session,
    scopeOf: async () => session,
    isPersonal: true,
    outputs,
    ...readToolLimits(options),
  });
}
