import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import { Logger } from '@nestjs/common';
import { scheduleAfter } from '../../../base/async/schedule.js';

/** The page whose URL is logged. */
export interface AnnouncedPage {
  /** Returns the URL at an origin, or for an empty one its path. */
  readonly urlAt: (origin: string) => string;
  /** The host names that browsers use. */
  readonly allowedHosts: readonly string[] | undefined;
}

// An application listens at once after it has started. In milliseconds.
const patienceMs = 1_000;
const wildcards = ['0.0.0.0', '::'];

/**
 * Logs the URL of a page once: when the server listens, or else its path, if the server does not listen or has no port. Returns
 * a function that stops waiting.
 */
export function announcePage(server: Server, { urlAt, allowedHosts }: AnnouncedPage): () => void {
  const announce = (): void => {
    stop();
    new Logger('Toolkit').log(`Developer page: ${urlAt(originOf(server, allowedHosts))}`);
  };
  const cancelTimer = scheduleAfter(announce, patienceMs, false);
  const stop = (): void => {
    cancelTimer();
    server.off('listening', announce);
  };
  if (server.listening) announce();
  else server.once('listening', announce);
  return stop;
}

function originOf(server: Server, allowedHosts: readonly string[] | undefined): string {
  const address = server.address();
  if (typeof address !== 'object' || address === null) return '';
  const [host = hostOf(address.address)] = allowedHosts ?? [];
  const protocol = server instanceof TlsServer ? 'https' : 'http';
  return `${protocol}://${/:\d+$/.test(host) ? host : `${host}:${address.port}`}`;
}

function hostOf(address: string): string {
  if (wildcards.includes(address)) return 'localhost';
  return address.includes(':') ? `[${address}]` : address;
}
