import { DefinitionError, type ValidationError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import { methods } from './create-operation.js';
import { invalidArgument } from './invalid-argument.js';

/** The operations that a model may choose. */
export interface AllowedOperation {
  /** The method, such as `'GET'`. */
  readonly method: string;
  /**
   * The paths below `baseUrl`. The segment `*` is any one segment, and `**` at the end is any number of segments, such as
   * in `'/users/**'`, which also allows `/users`.
   */
  readonly path: string;
}

/**
 * Checks the operations that a model may choose.
 *
 * @throws DefinitionError that begins with `where` if the list is missing, empty or invalid.
 */
export function checkAllowed(allow: unknown, where: string): readonly AllowedOperation[] {
  if (!Array.isArray(allow) || allow.length === 0) {
    throw new DefinitionError(
      `${where}: without method and path, allow must list the operations that the model may choose, such as { method: 'GET', path: '/users/**' }, not ${previewValue(allow)}.`,
    );
  }
  return allow.map((one: unknown) => readAllowed(one, where));
}

function readAllowed(one: unknown, where: string): AllowedOperation {
  const { method, path } = (typeof one === 'object' && one !== null ? one : {}) as Partial<AllowedOperation>;
  const isPath = typeof path === 'string' && /^(?:\/(?:[^/*?#\\%\s]+|\*))*(?:\/\*\*|\/)?$/.test(path) && path !== '';
  if (methods.some((one) => one === method) && isPath && !path.split('/').some(isDotted)) {
    return Object.freeze({ method: String(method), path });
  }
  throw new DefinitionError(
    `${where}: allow must contain a method and a path such as '/users/*' or '/users/**', not ${previewValue(one)}.`,
  );
}

/**
 * Reads the decoded segments of a path that a model sent. A path is refused if servers could read it as another one.
 *
 * @throws ValidationError if it is not a plain path.
 */
export function readSegments(path: string): readonly string[] {
  if (isPlainPath(path)) return path.slice(1).split('/').map(decodeURIComponent);
  throw createPathError(
    "must begin with '/' and contain no empty segment, '..', query, backslash, or encoded '/', '\\', '.' or '%'",
  );
}

/** Checks whether all servers read a path in the same way. */
export function isPlainPath(path: string): boolean {
  const segments = path.slice(1).split('/');
  return path.startsWith('/') && segments.every((segment, at) => isPlainSegment(segment, at, segments.length));
}

/** Checks whether an operation is allowed. */
export function isAllowed(allow: readonly AllowedOperation[], method: string, segments: readonly string[]): boolean {
  return allow.some((one) => one.method === method && matches(one.path.slice(1).split('/'), segments));
}

/** Checks whether an operation is allowed for a URL, such as one to which a server redirected a request. */
export function allowsUrl(
  allow: readonly AllowedOperation[],
  { method, url, baseUrl }: { readonly method: string; readonly url: URL; readonly baseUrl: URL },
): boolean {
  const base = baseUrl.pathname.replace(/\/$/, '');
  if (url.origin !== baseUrl.origin || !url.pathname.startsWith(`${base}/`)) return false;
  const path = url.pathname.slice(base.length);
  return isPlainPath(path) && isAllowed(allow, method, path.slice(1).split('/').map(decodeURIComponent));
}

/** Creates the error for a path that a model sent. */
export function createPathError(message: string): ValidationError {
  return invalidArgument('path', message, 'allow');
}

function matches([step, ...steps]: readonly string[], [segment, ...segments]: readonly string[]): boolean {
  if (step === '**') return true;
  if (step === undefined || segment === undefined) return step === segment;
  // The last segment is empty if the path ends with a slash.
  return (step === '*' ? segment !== '' : step === segment) && matches(steps, segments);
}

function isPlainSegment(segment: string, at: number, count: number): boolean {
  if (segment === '') return (at > 0 && at === count - 1) || count === 1;
  if (/[?#\\\s\p{Cc}\p{Surrogate}]|%(?:2[ef5]|5c|[01][0-9a-f]|7f)|%(?![0-9a-f]{2})/iu.test(segment)) return false;
  return isDecodable(segment) && !isDotted(decodeURIComponent(segment));
}

/** Checks whether servers may read a segment as '.' or '..'. Some ignore white space, and what follows a semicolon. */
export function isDotted(segment: string): boolean {
  return /^\.{1,2}(?:;|$)/.test(segment.replaceAll(/\s/g, ''));
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
