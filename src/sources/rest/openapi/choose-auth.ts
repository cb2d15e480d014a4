import { DefinitionError } from '../../../base/errors/errors.js';
import { Secret, secret } from '../../../call/state/secret.js';
import { checkAuth } from '../auth/check-auth.js';
import type { AuthScheme, Credential, RestAuth } from '../auth/rest-auth.js';
import type { DescribedOperation } from './described-operation.js';
import { fieldsOf, type OpenApiDocument } from './open-api-document.js';

/**
 * The authentication of the operations of a document: one for all operations, or one for each security scheme that the
 * document names. For a scheme, a credential suffices: `user:password` for HTTP Basic, or else the key or the token.
 */
export type OpenApiAuth = RestAuth | Readonly<Record<string, RestAuth | Credential>>;

/** The authentication of the operations of one document. */
export class ChosenAuth {
  /** The authentication of all operations. */
  readonly #common: RestAuth | undefined;
  readonly #schemes = new Map<string, RestAuth>();
  /** Why the authentication probably does not suit the document. Undefined if nothing is known against it. */
  readonly problem: string | undefined;

  /** @throws DefinitionError that begins with `where` if there is no such security scheme, or it cannot be used. */
  constructor(auth: OpenApiAuth | undefined, document: OpenApiDocument, where: string) {
    this.#common = auth === undefined || isRestAuth(auth) ? auth : undefined;
    const declared = securitySchemesOf(document);
    if (this.#common !== undefined) {
      checkAuth(this.#common, where);
      this.problem = findMismatch(this.#common, declared);
    }
    if (auth === undefined || isRestAuth(auth)) return;
    for (const [name, entry] of Object.entries(auth)) {
      if (!Object.hasOwn(declared, name)) {
        const names = Object.keys(declared).join(', ') || 'none';
        throw new DefinitionError(`${where}: auth: there is no security scheme '${name}'. The document has ${names}.`);
      }
      const scheme = isRestAuth(entry) ? entry : createAuth(entry, declared[name], `${where}: auth.${name}`);
      checkAuth(scheme, `${where}: auth.${name}`);
      this.#schemes.set(name, scheme);
    }
  }

  /**
   * Returns the authentication of an operation. Returns undefined if it needs none, or if there is none for it.
   *
   * @throws DefinitionError if the operation needs several schemes at once.
   */
  forOperation({ security }: Pick<DescribedOperation, 'security'>): RestAuth | undefined {
    if (this.#common !== undefined) return security?.length === 0 ? undefined : this.#common;
    const usable = (security ?? []).filter(
      (names) => names.length > 0 && names.every((name) => this.#schemes.has(name)),
    );
    const [name] = usable.find((names) => names.length === 1) ?? [];
    if (name !== undefined) return this.#schemes.get(name);
    const [several] = usable;
    if (several === undefined) return undefined;
    throw new DefinitionError(
      `it needs the security schemes ${several.join(' and ')} at once. Set one of them with the option headers`,
    );
  }
}

const types: readonly unknown[] = ['apiKey', 'bearer', 'basic', 'oauth2'];

function isRestAuth(auth: OpenApiAuth | Credential): auth is RestAuth {
  const { type } = fieldsOf(auth);
  return typeof auth === 'function' || types.includes(type);
}

function securitySchemesOf({ root, version }: OpenApiDocument): Readonly<Record<string, unknown>> {
  return fieldsOf(version === '2.0' ? root.securityDefinitions : fieldsOf(root.components).securitySchemes);
}

/** Creates the authentication of a security scheme from its credential. */
function createAuth(credential: Credential, declared: unknown, where: string): AuthScheme {
  const { type, scheme, in: place, name } = fieldsOf(declared);
  if (type === 'apiKey') return { type, in: place as 'header', name: String(name), value: credential };
  const isBasic = type === 'basic' || (type === 'http' && String(scheme).toLowerCase() === 'basic');
  if (isBasic) return { type: 'basic', ...splitPair(credential, where) };
  if (isTokenScheme(declared)) return { type: 'bearer', token: credential };
  throw new DefinitionError(`${where}: the security scheme is not supported. Pass a function that returns headers.`);
}

function isTokenScheme(declared: unknown): boolean {
  const { type, scheme } = fieldsOf(declared);
  return type === 'oauth2' || type === 'openIdConnect' || String(scheme).toLowerCase() === 'bearer';
}

/** Says that a bearer token is sent although the document has other security schemes only. */
function findMismatch(auth: RestAuth, declared: Readonly<Record<string, unknown>>): string | undefined {
  const [first] = Object.keys(declared);
  const isToken = typeof auth !== 'function' && auth.type === 'bearer';
  if (!isToken || first === undefined || Object.values(declared).some(isTokenScheme)) return undefined;
  const names = Object.keys(declared).join(', ');
  return (
    `its operations are called with a bearer token, but its security schemes are ${names}. Name the scheme of the credential: ` +
    `auth: { ${first}: … }, or on the command line --auth ${first}=<variable>`
  );
}

function splitPair(
  credential: Credential,
  where: string,
): { readonly username: string; readonly password: Credential } {
  const text = Secret.is(credential) ? credential.reveal() : credential;
  const at = typeof text === 'string' ? text.indexOf(':') : -1;
  if (typeof text === 'string' && at > 0) {
    return { username: text.slice(0, at), password: secret(text.slice(at + 1)) };
  }
  throw new DefinitionError(`${where} must be 'user:password', or { type: 'basic', username, password }.`);
}
