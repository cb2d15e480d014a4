import { isConfigurationPath } from './load-folder.js';

/** The options of a command for an OpenAPI document. */
export interface DocumentOptions {
  /** The URL to which paths are appended, in place of the servers of the document. */
  readonly baseUrl: string | undefined;
  /** The environment variables that contain credentials. */
  readonly credentials: readonly CredentialVariable[];
}

/** An environment variable that contains a credential. */
export interface CredentialVariable {
  /** The security scheme of the document. Undefined for a bearer token of all operations. */
  readonly scheme: string | undefined;
  readonly variable: string;
}

/** Checks whether the operand of a command is an OpenAPI document, and not a module. */
function isDocument(path: string): boolean {
  return /^https?:\/\//i.test(path) || (/\.(?:json|ya?ml)$/i.test(path) && !isConfigurationPath(path));
}

/** Reads the options for a document. Returns undefined for a module, and the problem as a sentence if they are invalid. */
export function readDocumentOptions(
  path: string,
  { baseUrl, auth }: { readonly baseUrl: string | undefined; readonly auth: readonly string[] },
): DocumentOptions | string | undefined {
  if (!isDocument(path)) {
    const hasOptions = baseUrl !== undefined || auth.length > 0;
    return hasOptions ? `--base-url and --auth require an OpenAPI document, not '${path}'.` : undefined;
  }
  const credentials: CredentialVariable[] = [];
  for (const text of auth) {
    const [, scheme, variable] = /^(?:(.+)=)?([A-Za-z_]\w*)$/.exec(text) ?? [];
    // The text is not repeated, because it may be a credential.
    if (variable === undefined) return '--auth must be the name of an environment variable, or <scheme>=<name>.';
    credentials.push({ scheme, variable });
  }
  if (credentials.length > 1 && credentials.some(({ scheme }) => scheme === undefined)) {
    return 'Several options --auth each need the name of a security scheme: --auth <scheme>=<name>.';
  }
  return { baseUrl, credentials };
}
