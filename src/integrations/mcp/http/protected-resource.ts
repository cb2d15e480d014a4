import { DefinitionError } from '../../../index.js';

/** The metadata of a protected resource (RFC 9728), which shows clients where to obtain tokens. */
export interface ProtectedResource {
  /** The URL of the server that clients use. */
  readonly resource: string;
  /** The issuer identifiers of the authorisation servers. */
  readonly authorizationServers: readonly string[];
  /** The scopes that a client may request. */
  readonly scopesSupported?: readonly string[] | undefined;
  /** A human-readable name. */
  readonly name?: string | undefined;
  /** The URL of the documentation for developers of clients. */
  readonly documentation?: string | undefined;
}

const wellKnown = '/.well-known/oauth-protected-resource';

/** Creates the metadata document (RFC 9728, section 2). */
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
 * Returns the URL of the metadata: the well-known path is inserted before the path of the resource (RFC 9728, section
 * 3.1).
 *
 * @throws DefinitionError if the resource is not an absolute URL.
 */
export function metadataUrlOf({ resource }: ProtectedResource): URL {
  if (!URL.canParse(resource)) {
    throw new DefinitionError(`serveMcp: authorization.resource.resource '${resource}' must be an absolute URL.`);
  }
  const url = new URL(resource);
  return new URL(`${wellKnown}${url.pathname === '/' ? '' : url.pathname}`, url.origin);
}

/** Whether clients look for the metadata at a path: the one with the resource's path, or the one at the root. */
export function isMetadataPath(path: string, metadataUrl: URL): boolean {
  return path === metadataUrl.pathname || path === wellKnown;
}
