import { type CallMetaOption, createCallMeta, type MetaEntries } from './call-meta.js';
import type { RemoteCall } from './http/remote-call.js';
import type { LinkRequest } from './link/remote-link.js';
import type { RequestSender } from './remote-executor.js';
import type { SourceIdentities } from './source-identities.js';

/** The settings of a CallSender. */
export interface CallSenderSettings {
  /** The name of the source. */
  readonly name: string;
  readonly identities: SourceIdentities;
  readonly meta: CallMetaOption | undefined;
}

/** Sends the calls of a source, with what its options add to each. */
export class CallSender implements RequestSender {
  readonly #settings: CallSenderSettings;

  constructor(settings: CallSenderSettings) {
    this.#settings = settings;
  }

  request(request: LinkRequest, call: RemoteCall): Promise<unknown> {
    const { identities, meta } = this.#settings;
    if (meta === undefined) return identities.request(request, call);
    return this.#addMeta(request, meta, call).then((sent) => identities.request(sent, call));
  }

  async #addMeta(request: LinkRequest, meta: CallMetaOption, call: RemoteCall): Promise<LinkRequest> {
    const entries = await createCallMeta(meta, call, `mcpSource '${this.#settings.name}': meta`);
    if (entries === undefined) return request;
    const { _meta: traceMeta } = request.params as { readonly _meta?: MetaEntries };
    return { ...request, params: { ...request.params, _meta: { ...entries, ...traceMeta } } };
  }
}
