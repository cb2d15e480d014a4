import { UsageFailure } from './shared/declaration.js';

/** Reads the value of --port. Throws a UsageFailure if it is no port. */
export function readPort(port: string | undefined): number | undefined {
  if (port === undefined) return undefined;
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new UsageFailure(`--port must be a number from 0 to 65535, not '${port}'.`);
}
