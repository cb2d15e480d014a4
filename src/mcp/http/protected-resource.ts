import { DefinitionError } from '../../index.js';

/** Where a client gets tokens for a server: the metadata of RFC 9728. */
export interface ProtectedResource {
  /** The server's own address, as clients know it. */
  readonly resource: string;
  /** Who issues tokens, by issuer identifier. */
  readonly authorizationServers: readonly string[];
  /** The scopes that a client may ask for. */
  readonly scopesSupported?: readonly string[] | undefined;
  /** A name for people. */
  readonly name?: string | undefined;
  /** A page for people who write clients. */
  readonly documentation?: string | undefined;
}

const wellKnown = '/.well-known/oauth-protected-resource';

/** The metadata document (RFC 9728, section 2). */
export function metadataOf(described: ProtectedResource): Readonly<Record<string, unknown>> {
  const { resource, authorizationServers, scopesSupported, name, documentation } = described;
  const optional = { scopes_supported: scopesSupported, resource_name: name, resource_documentation: documentation };
  return {
    resource,
    authorization_servers: authorizationServers,
    bearer_methods_supported: ['header'],
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  };
}

/**
 * Where the metadata is: the well-known path goes before that of the resource (RFC 9728, section 3.1).
 *
 * @throws DefinitionError if the resource is no absolute URL.
 */
export function metadataUrlOf({ resource }: ProtectedResource): URL {
  if (!URL.canParse(resource)) {
    throw new DefinitionError(`serveMcp: authorization.resource.resource '${resource}' must be an absolute URL.`);
  }
  const url = new URL(resource);
  return new URL(`${wellKnown}${url.pathname === '/' ? '' : url.pathname}`, url.origin);
}

/** Whether a path is one where clients look for the metadata: with the resource's path, or at the root. */
export function isMetadataPath(path: string, metadataUrl: URL): boolean {
  return path === metadataUrl.pathname || path === wellKnown;
}
