import { DefinitionError } from '../../../base/errors/errors.js';
import { previewValue } from '../../../base/values/value-preview.js';

/**
 * What a page loads from elsewhere: origins, such as `https://api.shop.example`, or `https://*.shop.example` for all its
 * subdomains. Plain `http:` is possible for `localhost` only.
 */
export interface ViewPolicy {
  /** The origins of requests. With `wss:` those of web sockets. @default none */
  readonly connectDomains?: readonly string[] | undefined;
  /** The origins of images, scripts, styles, fonts and media. @default none */
  readonly resourceDomains?: readonly string[] | undefined;
  /** The origins of frames. @default none */
  readonly frameDomains?: readonly string[] | undefined;
}

const schemes = { connectDomains: ['https:', 'wss:'], resourceDomains: ['https:'], frameDomains: ['https:'] } as const;

const local = /^(?:http|ws):\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

// One label or more, and a domain of at least two: a wildcard for all of `.com` allows every page there.
const host = /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{1,62}(?::\d{1,5})?$/;

/** Throws a DefinitionError on what is no origin, or allows almost any. */
export function checkPolicy(policy: ViewPolicy): void {
  for (const name of Object.keys(schemes) as (keyof typeof schemes)[]) {
    for (const origin of policy[name] ?? []) {
      const problem = problemOf(origin, schemes[name]);
      if (problem !== undefined)
        throw new DefinitionError(`view: csp.${name} has ${previewValue(origin)}, ${problem}.`);
    }
  }
}

function problemOf(origin: string, allowed: readonly string[]): string | undefined {
  if (local.test(origin)) return undefined;
  const scheme = /^[a-z]+:(?=\/\/)/.exec(origin)?.[0];
  const rest = scheme === undefined ? '' : origin.slice(scheme.length + 2);
  if (scheme === undefined || !allowed.includes(scheme)) {
    return `which is no origin with ${allowed.join(' or ')}. Write it as '${allowed[0]}//api.shop.example'`;
  }
  if (/^\*\.?(?:[^.]*)$/.test(rest.replace(/:\d+$/, ''))) {
    return "which allows almost every origin. Name the domain, such as 'https://*.shop.example'";
  }
  return host.test(rest)
    ? undefined
    : 'which is more than an origin. Write only the scheme and the host, in lower case';
}

/** Returns the text of a policy. */
export function policyOf(
  { connectDomains = [], resourceDomains = [], frameDomains = [] }: ViewPolicy = {},
  scripts: readonly string[],
): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': [],
    'script-src': [...scripts, ...resourceDomains],
    'style-src': ["'unsafe-inline'", ...resourceDomains],
    'img-src': ['data:', 'blob:', ...resourceDomains],
    'font-src': ['data:', ...resourceDomains],
    'media-src': ['data:', 'blob:', ...resourceDomains],
    'connect-src': connectDomains,
    'frame-src': frameDomains,
    'worker-src': ['blob:'],
    'base-uri': [],
    'form-action': [],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length === 0 ? "'none'" : sources.join(' ')}`)
    .join('; ');
}
