import { type CallMetaOption, createCallMeta } from './call-meta.js';
import type { Connection } from './connection.js';
import type { RemoteCall } from './remote-call.js';
import type { RequestSender } from './remote-executor.js';
import type { LinkRequest } from './remote-link.js';

/** The settings of a CallSender. */
export interface CallSenderSettings {
  /** The name of the source. */
  readonly name: string;
  readonly connection: Connection;
  readonly meta: CallMetaOption | undefined;
}

/** Sends the calls of a source, with what its options add to each. */
export class CallSender implements RequestSender {
  readonly #settings: CallSenderSettings;

  constructor(settings: CallSenderSettings) {
    this.#settings = settings;
  }

  async request(request: LinkRequest, call: RemoteCall): Promise<unknown> {
    const { connection, meta, name } = this.#settings;
    const sent =
      meta === undefined ? request : await addMeta(request, call, { meta, where: `mcpSource '${name}': meta` });
    return connection.request(sent, call.view.toolName);
  }
}

async function addMeta(
  request: LinkRequest,
  call: RemoteCall,
  { meta, where }: { readonly meta: CallMetaOption; readonly where: string },
): Promise<LinkRequest> {
  const entries = await createCallMeta(meta, call, where);
  return entries === undefined ? request : { ...request, params: { ...request.params, _meta: entries } };
}
