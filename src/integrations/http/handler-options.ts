import type { OptionNames } from '../../base/options/check-options.js';
import {
  callback,
  either,
  flag,
  oneOf,
  optionRule,
  optionsOf,
  positive,
  strings,
} from '../../base/options/option-rules.js';
import type { Approver } from '../../index.js';
import type { AppAuth } from '../../tool/metadata/app-types.js';
import { type RouteApprovalOptions, routeApprovalNames } from '../shared/route-approvals.js';
import type { ToolRequest } from '../shared/route-request.js';

/** The options of a handler of tools. */
export interface ToolHandlerOptions {
  /** The path of the list of tools, below which the other routes are. @default '/tools' */
  readonly path?: string | undefined;
  /**
   * Returns the identity of the caller, which tools read as `ctx.auth`. Return undefined for a caller without one. An
   * `AuthenticationError` is answered with 401, and a `PermissionError` with 403.
   *
   * @default every caller has none
   */
  readonly auth?: ((request: ToolRequest) => AppAuth | undefined | Promise<AppAuth | undefined>) | undefined;
  /** Returns the values of the state for a call, by key, such as the tenant of the caller. @default none */
  readonly state?:
    | ((
        request: ToolRequest,
        auth: AppAuth | undefined,
      ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>)
    | undefined;
  /** The approver that decides on the calls of these routes. @default the approver of the toolkit */
  readonly approver?: Approver | undefined;
  /** Who may decide through the route for approvals. @default the caller, with the same identity */
  readonly approvals?: RouteApprovalOptions | undefined;
  /**
   * The host names that clients use, or `'*'` for any. Requests to another host are refused. With `'*'`, only pages of
   * `allowedOrigins` may send requests.
   *
   * @default the names of the loopback interface
   */
  readonly allowedHosts?: readonly string[] | '*' | undefined;
  /**
   * The origins, apart from the server's own, whose pages may send requests, such as `https://app.example.com`. Preflight
   * requests of other origins are refused.
   *
   * @default none
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Whether the pages of `allowedOrigins` may send cookies. @default false */
  readonly credentials?: boolean | undefined;
  /** The largest body of a request, in bytes. A body that a framework has parsed is not limited. @default 4194304 */
  readonly maxBodyBytes?: number | undefined;
  /** The time limit for receiving the body of a request, in milliseconds. @default 30000 */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * The time without a response after which a stream sends a comment, in milliseconds, so that proxies do not close the
   * connection.
   *
   * @default 15000
   */
  readonly heartbeatMs?: number | undefined;
  /**
   * Called with the errors of `auth`, `state` and `approvals.by`, and with that of a body which something else has read. They
   * are answered with 500.
   *
   * @default a process warning
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const path = optionRule<string>(
  'a path such as /tools, without a slash at its end',
  (value) => typeof value === 'string' && /^(?:\/[\w.~-]+)+$/.test(value),
);

/** The names of the options, for their checks. */
export const handlerNames: OptionNames<ToolHandlerOptions> = {
  path,
  auth: callback,
  state: callback,
  approver: callback,
  approvals: optionsOf<RouteApprovalOptions>(routeApprovalNames),
  allowedHosts: either(oneOf('*'), strings),
  allowedOrigins: strings,
  credentials: flag,
  maxBodyBytes: positive,
  requestTimeoutMs: positive,
  heartbeatMs: positive,
  onError: callback,
};
