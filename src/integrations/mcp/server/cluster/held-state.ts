import type { SigningKeys } from '../../../../base/runtime/signing-keys.js';
import { DeniedError } from '../../../../index.js';

/** Signs the state of held calls with the key of a cluster, so that every node can verify it. */
export interface HeldStateCodec<State> {
  mint(state: State): Promise<string>;
  /** Rejects if the state is not genuine. */
  verify(text: string): Promise<State>;
}

// Identifies the signed content, so that the key can be used for other signatures too.
const prefix = 'toolwright-held-1';

/** Creates the codec of the nodes that have the keys. A state does not expire: the round that it names does. */
export function createHeldStateCodec<State>(keys: SigningKeys): HeldStateCodec<State> {
  return {
    mint: async (state) => keys.seal(prefix, JSON.stringify(state)),
    verify: async (text) => {
      const json = keys.open(prefix, text);
      if (json === undefined) throw new DeniedError('The state of the call is not genuine.');
      return JSON.parse(json) as State;
    },
  };
}
