import type { OAuthProvider } from './auth-option.js';
import type { AuthTools } from './auth-tools.js';
import { createSdkError } from './scheme-provider.js';

/**
 * Returns a provider whose tokens are bound to a key that never leaves the process (DPoP, RFC 9449). The key exists as long as
 * the provider. A provider that has a key of its own is returned unchanged.
 *
 * @param where - The option, for errors.
 */
export function bindTokens(provider: OAuthProvider, loadTools: () => Promise<AuthTools>, where: string): OAuthProvider {
  if ('dpop' in provider) return provider;
  let session: Promise<object> | undefined;
  const dpop = (): Promise<object> => (session ??= createSession(loadTools, where));
  return new Proxy(provider, {
    get: (target, key) => {
      if (key === 'dpop') return dpop;
      const value: unknown = Reflect.get(target, key, target);
      // A method of a class may read private members, which a proxy does not have.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function createSession(loadTools: () => Promise<AuthTools>, where: string): Promise<object> {
  const { createDpop } = await loadTools();
  if (createDpop === undefined) throw createSdkError(where);
  return createDpop();
}
