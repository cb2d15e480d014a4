import { UnboundStateError } from '../../../base/errors/errors.js';
import { Secret } from '../../../call/state/secret.js';
import type { ToolState } from '../../../call/state/tool-state.js';
import type { Credential } from './rest-auth.js';

/** Checks whether a credential is a key of the state. */
export function isStateKey(credential: Credential): credential is { readonly state: string } {
  return typeof credential === 'object' && !Secret.is(credential);
}

/**
 * Returns the text of a credential for a call.
 *
 * @param option - The option that contains the credential, for the error.
 * @throws UnboundStateError if the state has no text at the key of the credential.
 */
export function readCredential(credential: Credential, state: ToolState, option: string): string {
  const value: unknown = isStateKey(credential) ? state.get(credential.state) : revealText(credential);
  if (typeof value === 'string') return value;
  const stateKey = isStateKey(credential) ? credential.state : '';
  throw new UnboundStateError(`No text at state key '${stateKey}' for the credential ${option}. Set it in the state.`, {
    details: { stateKey },
  });
}

/** Returns a value that may be a secret. */
export function revealText(value: unknown): unknown {
  return Secret.is(value) ? value.reveal() : value;
}
