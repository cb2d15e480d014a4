import { secret } from '../../index.js';
import type { OpenApiInfo, OpenApiSource, OpenApiSourceOptions } from '../../sources/rest/index.js';
import type { CredentialVariable, DocumentOptions } from './document-options.js';
import { CommandFailure, createLoadFailure, exitCodes } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';

/** An OpenAPI document that was imported. */
export interface LoadedDocument {
  readonly source: OpenApiSource;
  readonly info: OpenApiInfo;
  /** What was not imported, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Imports the operations of an OpenAPI document.
 *
 * @param path - The path or the URL of the document.
 * @throws CommandFailure if the document cannot be imported, or an environment variable is not set.
 */
export async function loadDocument(path: string, options: DocumentOptions): Promise<LoadedDocument> {
  const warnings: string[] = [];
  const auth = readAuth(options.credentials);
  const { openApiSource } = await import('../../sources/rest/index.js');
  try {
    const source = openApiSource(path, {
      baseUrl: options.baseUrl,
      auth,
      onWarning: ({ message }) => warnings.push(`The document: ${message}.`),
    });
    await source.specs();
    return { source, info: source.info, warnings };
  } catch (error) {
    throw createLoadFailure(`Cannot read the tools of '${path}': ${messageOf(error)}`, error);
  }
}

function readAuth(credentials: readonly CredentialVariable[]): OpenApiSourceOptions['auth'] {
  const [first] = credentials;
  if (first === undefined) return undefined;
  if (first.scheme === undefined) return { type: 'bearer', token: readVariable(first) };
  return Object.fromEntries(credentials.map((one) => [one.scheme ?? '', readVariable(one)]));
}

function readVariable({ variable }: CredentialVariable): ReturnType<typeof secret<string>> {
  const value = process.env[variable];
  if (value !== undefined && value !== '') return secret(value);
  throw new CommandFailure(`The environment variable '${variable}' is not set (--auth).`, exitCodes.usage);
}
