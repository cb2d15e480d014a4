import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpServer, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { DevHandler } from 'toolwright/dev';
import { DefinitionError } from '../../../base/errors/errors.js';
import type { DevRouteOptions } from '../options/module-options.js';
import type { ToolkitRuntime } from '../runtime/toolkit-runtime.js';
import { announcePage } from './announce-page.js';

/** A request, with what a router of Express or Fastify adds to it. */
type PlatformRequest = IncomingMessage & { readonly originalUrl?: string };

type Next = (error?: unknown) => void;

/** Where an application serves the page. */
interface Place {
  /** The path, with the global prefix. */
  readonly path: string;
  readonly adapter: HttpServer;
}

/** What a page needs of its application. */
export interface DevRouteParts {
  /** The name of the toolkit. */
  readonly name: string;
  readonly runtime: ToolkitRuntime;
  readonly options: DevRouteOptions;
  /** Returns the pages of all toolkits of the application. */
  readonly findPages: () => readonly DevRoute[];
}

/**
 * The developer page of a toolkit. It is middleware, so that neither versions nor the guards, pipes, interceptors and filters of
 * the application apply to the page: a browser that opens it can send no login. They apply to the tools that the page calls.
 */
export class DevRoute implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #parts: DevRouteParts;
  #place: Place | undefined;
  #handler: Promise<DevHandler> | undefined;
  #stopAnnouncing: () => void = () => undefined;

  /** @throws DefinitionError if `NODE_ENV` is `production`. */
  constructor(parts: DevRouteParts) {
    this.#parts = parts;
    if (process.env.NODE_ENV !== 'production') return;
    throw new DefinitionError(
      'ToolkitModule.forRoot(): the option dev must not be set with NODE_ENV=production, because anyone who has the URL of the ' +
        "developer page can call all tools. Set dev: process.env.NODE_ENV !== 'production'.",
    );
  }

  /** The path at which the application serves the page. Undefined for an application without a server. */
  get path(): string | undefined {
    return this.#place?.path;
  }

  /** Serves the page, before the routes of the application. */
  mount(place: Place): void {
    this.#place = place;
    const { path, adapter } = place;
    adapter.use((request: PlatformRequest, response: ServerResponse, next: Next) => {
      const { originalUrl = request.url ?? '' } = request;
      const [asked = ''] = originalUrl.split('?', 1);
      if (!isWithin(asked, path)) return next();
      this.#respond(path, request, response).catch(() => response.destroy());
    });
  }

  /** Loads the page, and logs its URL. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.#place === undefined) return;
    const { path, adapter } = this.#place;
    this.#checkPath(path);
    const handler = await this.#load(path);
    const { allowedHosts } = this.#parts.options;
    this.#stopAnnouncing = announcePage(adapter.getHttpServer(), { urlAt: handler.url, allowedHosts });
  }

  /** Ends the streams of the page, for which the server would wait. */
  async onModuleDestroy(): Promise<void> {
    this.#stopAnnouncing();
    await (await this.#handler)?.close();
  }

  async #respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { node } = await this.#load(path);
    await node(request, response);
  }

  #load(path: string): Promise<DevHandler> {
    this.#handler ??= this.#create(path);
    return this.#handler;
  }

  async #create(path: string): Promise<DevHandler> {
    const { runtime, options } = this.#parts;
    const { hostRequest, auth = hostRequest && runtime.requests.authOf(hostRequest()) } = options;
    const { devHandler } = await import('toolwright/dev');
    return devHandler(runtime.toolkit, { ...options, path, auth });
  }

  /** Throws a DefinitionError if the page of another toolkit would answer the requests of this one. */
  #checkPath(path: string): void {
    const { name, findPages } = this.#parts;
    const other = findPages().find((page) => page !== this && page.path !== undefined && isWithin(path, page.path));
    if (other === undefined) return;
    throw new DefinitionError(
      `ToolkitModule.forRoot(): the developer page of the toolkit '${name}' has the path ${path}, which belongs to that of ` +
        `'${other.#parts.name}'. Set dev: { path } to another path.`,
    );
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
