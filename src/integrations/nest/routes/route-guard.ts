import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  type Type,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { AddressGuard, type AddressGuardOptions } from '../../../base/network/address-guard.js';
import { isLoopbackAddress, loopbackNames } from '../../../base/network/loopback.js';
import { isJsonType, isOwnPage } from '../../shared/own-page.js';
import { RefusedAddresses } from '../../shared/refused-addresses.js';
import type { EmptyBodies } from './empty-bodies.js';

/** The hosts and the origins whose requests reach the routes of tools. */
export interface RouteAddressOptions extends Pick<AddressGuardOptions, 'allowedOrigins'> {
  /**
   * The host names that clients use. Requests to another host are refused.
   *
   * @default any name; on the loopback interface its names, and behind a proxy any name with another port than the server's
   */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** A request of Express or Fastify. */
interface PlatformRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The host and the port that the client used, also behind a proxy that the application trusts. */
  readonly host?: string | undefined;
  /** The addresses of the proxies, if Fastify trusts them. */
  readonly ips?: readonly string[] | undefined;
  readonly app?: { enabled?(setting: string): boolean } | undefined;
  readonly raw?: { readonly socket?: PlatformSocket } | undefined;
  readonly socket?: PlatformSocket | undefined;
}

interface PlatformSocket {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
}

interface PlatformResponse {
  getHeader(name: string): unknown;
}

/** The requests that a guard accepts. */
export interface RouteGuardOptions extends Pick<AddressGuardOptions, 'allowedHosts' | 'allowedOrigins'> {
  /** Whether each page of this machine may send requests to a name of this machine, such as the inspector of a protocol. */
  readonly acceptsLocalPages: boolean;
  /** The requests with an empty body, whose content type is restored. */
  readonly emptyBodies?: EmptyBodies | undefined;
}

/**
 * Creates the guard of the module's routes, which runs before the guards of the application. It refuses what a page of
 * another site can make a browser send: forms, requests of foreign origins, and requests to this machine under a foreign
 * name (DNS rebinding).
 *
 * @throws DefinitionError that begins with `where` if an origin is invalid.
 */
export function createRouteGuard(options: RouteGuardOptions, where: string): Type<CanActivate> {
  const { allowedHosts, allowedOrigins, acceptsLocalPages, emptyBodies } = options;
  const loopback = new AddressGuard({ allowedHosts: loopbackNames }, where);
  const addresses = new AddressGuard({ allowedHosts: allowedHosts ?? '*' }, where);
  // A host that clients may use says nothing about the pages on its other ports.
  const pages = new AddressGuard({ allowedHosts: '*', allowedOrigins }, where);
  const refused = new RefusedAddresses(where, options);

  @Injectable()
  class RouteGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const http = context.switchToHttp();
      const request = http.getRequest<PlatformRequest>();
      emptyBodies?.restore(request);
      if (!isKnownHost(request)) {
        refused.reportHost(namedHostOf(request));
        throw new ForbiddenException('Invalid Host header.');
      }
      if (!isKnownSite(request, http.getResponse<PlatformResponse>())) {
        const origin = headerOf(request, 'origin');
        if (origin !== undefined) refused.reportOrigin(origin);
        throw new ForbiddenException('The page of another site must not use this route.');
      }
      if (request.method === 'POST' && !isJsonType(headerOf(request, 'content-type'))) {
        throw new UnsupportedMediaTypeException('Send the content type application/json.');
      }
      return true;
    }
  }

  function isKnownHost(request: PlatformRequest): boolean {
    const isNamed = addresses.isKnownHost(namedHostOf(request));
    if (isNamed && allowedHosts !== undefined) return true;
    return (isNamed || addresses.isKnownHost(hostOf(request))) && isOwnName(request);
  }

  /** Checks whether a name can be that of this server, and not one of another site that leads to this machine. */
  function isOwnName(request: PlatformRequest): boolean {
    if (!isOnLoopback(request) || loopback.isKnownHost(namedHostOf(request))) return true;
    return !namesOwnPort(request) && isBehindProxy(request);
  }

  /** Checks whether a request comes from this machine. Behind a proxy, the pages of this machine are those of its users. */
  function isOfThisMachine(request: PlatformRequest): boolean {
    return isOnLoopback(request) && loopback.isKnownHost(namedHostOf(request)) && !isForwarded(request);
  }

  function isKnownSite(request: PlatformRequest, response: PlatformResponse): boolean {
    const origin = headerOf(request, 'origin');
    const site = headerOf(request, 'sec-fetch-site');
    if (origin === undefined) return site !== 'cross-site';
    if (pages.isKnownOrigin(origin) || isSharedWith(origin, response)) return true;
    if (acceptsLocalPages && isOfThisMachine(request) && loopback.isKnownOrigin(origin)) return true;
    // If any host is accepted, a page of the same host may be that of another site.
    if (allowedHosts === '*' && !isOwnName(request)) return false;
    return isOwnPage({ origin, site, host: hostOf(request) });
  }

  return RouteGuard;
}

function headerOf({ headers }: PlatformRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the host that a request names itself: a page cannot change it, and a proxy may keep it. */
function namedHostOf(request: PlatformRequest): string {
  return headerOf(request, 'host') ?? headerOf(request, ':authority') ?? '';
}

function hostOf(request: PlatformRequest): string {
  return request.host ?? namedHostOf(request);
}

function isOnLoopback({ raw, socket = raw?.socket }: PlatformRequest): boolean {
  return isLoopbackAddress(socket?.localAddress ?? '');
}

/**
 * Checks whether a request names the port of this server. The page of a name that leads to this machine must use this port,
 * and can add the headers of a proxy. A proxy on this machine has another port, which its clients name.
 */
function namesOwnPort(request: PlatformRequest): boolean {
  const url = `http://${namedHostOf(request)}`;
  const { socket = request.raw?.socket } = request;
  return !URL.canParse(url) || Number(new URL(url).port || 80) === socket?.localPort;
}

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

function isForwarded({ headers }: PlatformRequest): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined);
}

/**
 * Checks whether a request to this machine under another name came through a proxy. The page of a name that leads to this
 * machine can add headers, but its origin begins with `http:`, because it has no certificate for its name here.
 */
function isBehindProxy(request: PlatformRequest): boolean {
  // A request of Express has addresses of proxies, an empty list, also if it trusts none.
  const isTrustedByFastify = request.raw !== undefined && request.ips !== undefined;
  if (isTrustedByFastify || request.app?.enabled?.('trust proxy') === true) return true;
  const origin = headerOf(request, 'origin');
  if (origin !== undefined) return origin.startsWith('https:');
  return isForwarded(request);
}

/** Checks whether the application shares the response with an origin (CORS), as a hook or a middleware has decided. */
function isSharedWith(origin: string, response: PlatformResponse): boolean {
  const shared = response.getHeader('access-control-allow-origin');
  return shared === '*' || shared === origin;
}
