import type { Toolkit } from '../../../index.js';
import type { ApplicationInfo } from '../protocol/application-info.js';
import type { McpEra } from '../protocol/era.js';
import type { BoundClient } from './binder.js';
import type { McpServerOptions } from './serve-options.js';
import { createToolServer, type McpClientIdentity, warnOfError } from './served-toolkit.js';

/** Creates the tools of one client. Rejects with the error that `sessionState` throws. */
export async function bindClient(
  toolkit: Toolkit,
  options: McpServerOptions & ApplicationInfo,
  client: McpClientIdentity & { readonly era: McpEra },
): Promise<BoundClient> {
  const { name, version, title, onError = warnOfError } = options;
  const tools = await createToolServer(toolkit, options, client);
  const { server } = options;
  return {
    tools,
    identity: { name, title, version },
    instructions: () => options.instructions ?? (tools.session.getGroupInstructions() || undefined),
    createServer: server && (() => server(client.era)),
    auth: client.auth,
    onError,
    observer: options.telemetry,
  };
}
