import { Inject, type MiddlewareConsumer, Module, type NestModule, type Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import { servedPathOf, wrappersIn } from '../execution/nest-internals.js';
import type { DevRouteOptions } from '../options/module-options.js';
import { getDevToken, getRuntimeToken } from '../options/tokens.js';
import type { ToolkitRuntime } from '../runtime/toolkit-runtime.js';
import { DevRoute } from './dev-route.js';

/** Creates the module that serves the developer page of a toolkit. */
export function createDevModule(name: string, options: DevRouteOptions): Type {
  const token = getDevToken(name);
  const page = {
    provide: token,
    inject: [getRuntimeToken(name), DiscoveryService],
    useFactory: (runtime: ToolkitRuntime, discovery: DiscoveryService) =>
      new DevRoute({ name, runtime, options, findPages: () => findPages(discovery) }),
  };

  @Module({ imports: [DiscoveryModule], providers: [page] })
  class DevPageModule implements NestModule {
    readonly #page: DevRoute;
    readonly #platform: HttpAdapterHost;

    constructor(@Inject(token) route: DevRoute, @Inject(HttpAdapterHost) platform: HttpAdapterHost) {
      this.#page = route;
      this.#platform = platform;
    }

    configure(consumer: MiddlewareConsumer): void {
      const path = servedPathOf(consumer, options.path ?? 'dev');
      this.#page.mount({ path, adapter: this.#platform.httpAdapter });
    }
  }
  return DevPageModule;
}

function findPages(discovery: DiscoveryService): readonly DevRoute[] {
  return wrappersIn(discovery).flatMap(({ instance }) => (instance instanceof DevRoute ? [instance] : []));
}
