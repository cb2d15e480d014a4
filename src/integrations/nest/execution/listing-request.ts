import { createPlaceholderRequest, type PlaceholderRequest } from './placeholder-request.js';

/** The request that a guard sees while tools are listed without one. It records what the guard looks for in vain. */
export class ListingRequest {
  readonly request: PlaceholderRequest;
  #missing: string | undefined;

  /** @param auth - The identity for whom tools are listed, which is the `user` of the request. */
  constructor(toolName: string, auth: unknown) {
    const { headers, query, params, ...others } = createPlaceholderRequest(toolName, { auth }, {});
    const parts = { headers, query, params };
    const recorded = Object.entries(parts).map(([name, part]) => [name, this.#record(part, `${name}.`)]);
    this.request = this.#record({ ...others, ...Object.fromEntries(recorded) }, '') as PlaceholderRequest;
  }

  /** The first property that the request does not have. Undefined if the guard has read none. */
  get missing(): string | undefined {
    return this.#missing;
  }

  #record<T extends object>(part: T, prefix: string): T {
    return new Proxy(part, {
      get: (target, key, receiver) => {
        if (typeof key === 'string' && !(key in target)) this.#missing ??= `${prefix}${key}`;
        return Reflect.get(target, key, receiver);
      },
    });
  }
}
