import { filter, firstValueFrom, map, type Observable, skip } from '../../base/async/rxjs.js';
import { errorFromInfo, NotFoundError, OutputValidationError } from '../../base/errors/errors.js';
import type { ContentBlock, ResourceContents } from '../../call/response/content.js';
import { readBase64 } from '../../call/response/media.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import { didYouMean } from '../../tool/spec/nearest-names.js';
import { callerOf, type OfferCallOptions, type OfferScope, runEntry } from './offer-call.js';
import type { ResourceEntry } from './offer-table.js';
import type { UriVariables } from './uri-template.js';

/** What a read of a resource returns. */
export interface ReadResource {
  /** Usually one. A method that returns several blocks has several contents. */
  readonly contents: readonly ResourceContents[];
  /** How long the contents may be reused, in milliseconds. */
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

const longestShown = 500;

/** A resource of a URI, and the variables of the URI. */
interface FoundResource {
  readonly resource: ResourceEntry;
  readonly variables: UriVariables;
}

/**
 * Reads a resource.
 *
 * @throws NotFoundError if there is no resource of the URI that the caller may read.
 * @throws ToolError if the method of the resource failed.
 */
export async function readResource(scope: OfferScope, uri: string, options: OfferCallOptions): Promise<ReadResource> {
  const { resource, variables } = findResource(scope, uri, options);
  const { entry, offer } = resource;
  const { ttlMs = 0, cacheScope = 'private' } = offer;
  if (resource.text !== undefined) return { contents: [pageOf(resource, resource.text)], ttlMs, cacheScope };
  const call = { input: variables, options, method: 'readResource' };
  if (offer.live === true) {
    const responses = contentsOf(scope, { resource, variables }, { uri, options });
    return { contents: await firstValueFrom(responses, { defaultValue: [] }), ttlMs, cacheScope };
  }
  const { data, content, structuredContent } = await runEntry(scope.runner, entry, call);
  return { contents: toContents({ data, content, structuredContent }, resource, uri), ttlMs, cacheScope };
}

/**
 * Returns the changes of a live resource, until the subscription ends. Returns undefined for any other resource.
 *
 * @throws NotFoundError if there is no resource of the URI that the caller may read.
 */
export function changesOf(scope: OfferScope, uri: string, options: OfferCallOptions): Observable<void> | undefined {
  const found = findResource(scope, uri, options);
  if (found.resource.offer.live !== true) return undefined;
  return contentsOf(scope, found, { uri, options }).pipe(
    skip(1),
    map(() => undefined),
  );
}

/** Emits the successive contents of a live resource. */
function contentsOf(
  { runner }: OfferScope,
  { resource, variables }: FoundResource,
  { uri, options }: { readonly uri: string; readonly options: OfferCallOptions },
): Observable<readonly ResourceContents[]> {
  const responses = runner.streamEntry(resource.entry, { input: variables, options, method: 'readResource' });
  return responses.pipe(
    map((response) => throwIfFailed(response)),
    // The final response repeats the chunks.
    filter(({ isLast, stream }) => !isLast || !stream),
    map((response) => toContents(response, resource, uri)),
  );
}

function throwIfFailed(response: ToolResponse): ToolResponse {
  if (response.error === undefined) return response;
  throw errorFromInfo(response.error, response.toolName);
}

function findResource(scope: OfferScope, uri: string, options: OfferCallOptions): FoundResource {
  const { runner, resources } = scope;
  const usable = runner.selection.usable(resources, callerOf(scope, options));
  // The URI of one resource takes precedence over a template.
  const ordered = [...usable].sort((one, other) => Number(other.template.isFixed) - Number(one.template.isFixed));
  for (const resource of ordered) {
    const variables = typeof uri === 'string' ? resource.template.match(uri) : undefined;
    if (variables !== undefined) return { resource, variables };
  }
  const shown = shorten(String(uri));
  const hint = didYouMean(
    shown,
    usable.map(({ offer }) => offer.uri),
  );
  throw new NotFoundError(`There is no resource '${shown}'.${hint}`, { details: { uri: shown } });
}

/** Shortens a URI that is too long to be read. */
function shorten(uri: string): string {
  return uri.length > longestShown ? `${uri.slice(0, longestShown)}…` : uri;
}

function pageOf({ offer: { uri, mimeType, contentMeta } }: ResourceEntry, text: string): ResourceContents {
  return { uri, ...(mimeType === undefined ? {} : { mimeType }), text, ...(contentMeta && { _meta: contentMeta }) };
}

/** What a method returned. */
interface Returned {
  readonly data?: unknown;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
}

/** Converts what a method returned to contents. Throws an OutputValidationError on a link, which has no contents. */
function toContents(
  { data, content, structuredContent }: Returned,
  { offer, entry }: ResourceEntry,
  uri: string,
): readonly ResourceContents[] {
  const { mimeType, contentMeta } = offer;
  const common = { uri, ...(contentMeta === undefined ? {} : { _meta: contentMeta }) };
  const bytes = bytesOf(data);
  if (bytes !== undefined) {
    return [{ ...common, mimeType: mimeType ?? 'application/octet-stream', blob: readBase64(bytes, 'blob') }];
  }
  if (structuredContent !== undefined && content.every(({ type }) => type === 'text')) {
    const json = JSON.stringify(structuredContent, undefined, 2);
    return [{ ...common, mimeType: mimeType ?? 'application/json', text: json }];
  }
  return content.map((block): ResourceContents => {
    if (block.type === 'resource') return block.resource;
    if (block.type === 'text') return { ...common, mimeType: mimeType ?? 'text/plain', text: block.text };
    if ('data' in block) return { ...common, mimeType: block.mimeType, blob: block.data };
    throw new OutputValidationError(`The resource '${uri}' returned a link, which has no contents.`, {
      toolName: entry.spec.name,
    });
  });
}

function bytesOf(data: unknown): Uint8Array | undefined {
  if (data instanceof Uint8Array) return data;
  return data instanceof ArrayBuffer ? new Uint8Array(data) : undefined;
}
