import { emitWarning } from '../../base/errors/emit-warning.js';
import type { AddressGuardOptions } from '../../base/network/address-guard.js';

// In characters. A request can name an address of any length.
const maxShown = 100;

/** Reports the first host and the first origin that a server refuses: its developer may have to allow them. */
export class RefusedAddresses {
  readonly #where: string;
  /** The options that are not set. A developer who has set one knows of it. */
  readonly #unset: Set<'allowedHosts' | 'allowedOrigins'>;

  /** @param where - The function or the module that takes the options. */
  constructor(where: string, { allowedHosts, allowedOrigins }: AddressGuardOptions) {
    this.#where = where;
    this.#unset = new Set([
      ...(allowedHosts === undefined ? (['allowedHosts'] as const) : []),
      ...(allowedOrigins === undefined ? (['allowedOrigins'] as const) : []),
    ]);
  }

  /** Reports a host that is not in `allowedHosts`. */
  reportHost(host: string): void {
    if (!this.#unset.delete('allowedHosts')) return;
    this.#warn(`to the host ${show(host)}`, 'clients may use this name, add it to allowedHosts');
  }

  /** Reports the origin of a page that is not in `allowedOrigins`. */
  reportOrigin(origin: string): void {
    if (!this.#unset.delete('allowedOrigins')) return;
    this.#warn(`of a page of ${show(origin)}`, 'the page may call tools, add its origin to allowedOrigins');
  }

  #warn(what: string, remedy: string): void {
    emitWarning(`${this.#where}: a request ${what} was refused with 403. If ${remedy}.`);
  }
}

function show(address: string): string {
  return JSON.stringify(address.slice(0, maxShown));
}
