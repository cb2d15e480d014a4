import type { IncomingHttpHeaders } from 'node:http';
import { type MiddlewareConsumer, Module, type NestModule, type Type } from '@nestjs/common';

/** A request of Node.js, which that of Fastify contains. */
interface RawRequest {
  readonly headers: IncomingHttpHeaders;
}

/**
 * The requests with a content type and an empty body, which the body parser of Fastify refuses. Their content type is
 * hidden from the parser, and restored for the route.
 */
export class EmptyBodies {
  readonly #types = new WeakMap<object, string>();

  /** Hides the content type of a request with an empty body. */
  hide({ headers }: RawRequest): void {
    const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
    if (type === undefined || length !== '0' || encoding !== undefined) return;
    this.#types.set(headers, type);
    delete headers['content-type'];
  }

  /** Restores the content type of a request. */
  restore({ headers }: RawRequest): void {
    const type = this.#types.get(headers);
    if (type !== undefined) headers['content-type'] = type;
  }
}

/** Creates a module that hides the content types of empty bodies from the parser, for the routes of a controller. */
export function createEmptyBodyModule(controller: Type, emptyBodies: EmptyBodies): Type {
  @Module({})
  class ToolRoutesModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      const hide = (request: RawRequest, _response: unknown, next: () => void): void => {
        emptyBodies.hide(request);
        next();
      };
      consumer.apply(hide).forRoutes(controller);
    }
  }
  return ToolRoutesModule;
}
