import { isMissingPackageError } from '../../../base/runtime/load-package.js';
import { DefinitionError, type Toolkit } from '../../../index.js';
import { type EndpointRequest, headerOf } from '../http/endpoint-request.js';
import type { EndpointResponse } from '../http/endpoint-response.js';
import type { McpHttpService } from '../http/http-service.js';
import { PublicRoutes } from '../http/public-routes.js';
import { idOf } from '../http/read-body.js';
import { HttpRefusal, refusalResponse } from '../http/refusal.js';
import { type AdmittedRequest, RequestGuard } from '../http/request-guard.js';
import { RunningCalls } from '../http/running-calls.js';
import type { SessionTableOptions } from '../http/session-table.js';
import type { ApplicationInfo } from '../protocol/application-info.js';
import { eraOf, type McpEra, packageOfEra } from '../protocol/era.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import { bindClient } from './bind-client.js';
import type { McpBinder } from './binder.js';
import { ClusterEvents } from './cluster/cluster-events.js';
import { checkCluster } from './cluster/cluster-options.js';
import { SharedSubjects } from './cluster/shared-subjects.js';
import { type EraLoaders, warnOfMissingSdk } from './load-eras.js';
import { reportHeldTools } from './replayed-rounds.js';
import { createRequestSessionId } from './request-session.js';
import { type McpHandlerOptions, type McpSessionLimits, serveDefaults } from './serve-options.js';
import type { McpClientIdentity } from './served-toolkit.js';
import { SubjectSessions } from './subject-sessions.js';

/** The options of an endpoint, with its name and the listener for its errors. */
export type EndpointOptions = McpHandlerOptions &
  ApplicationInfo & { readonly host?: string | undefined; readonly onError: (error: unknown) => void };

interface EraService {
  readonly binder: McpBinder;
  readonly service: McpHttpService;
}

/** An endpoint for Streamable HTTP (specification, basic/transports) that serves the clients of every era. */
export class McpEndpoint {
  readonly #toolkit: Toolkit;
  readonly #options: EndpointOptions;
  readonly #loaders: EraLoaders;
  readonly #guard: RequestGuard;
  readonly #routes: PublicRoutes;
  readonly #sessionLimits: SessionTableOptions;
  readonly #subjects: SubjectSessions;
  readonly #calls = new RunningCalls();
  readonly #services = new Map<McpEra, Promise<EraService>>();
  readonly #cluster: ClusterEvents | undefined;
  readonly #sharedSubjects: SharedSubjects | undefined;
  #hasWarned = false;
  #isClosing = false;

  /** @throws DefinitionError on an invalid option, and on a range in `versions` that no registered version matches. */
  constructor(toolkit: Toolkit, loaders: EraLoaders, options: EndpointOptions) {
    const { maxBodyBytes = serveDefaults.maxBodyBytes, maxMessageValues = serveDefaults.maxMessageValues } = options;
    const { path, authorization, clientOf, host, allowedHosts, allowedOrigins } = options;
    // They also limit the groups of subjects, which need no sessions.
    this.#sessionLimits = withSessionDefaults(typeof options.sessions === 'object' ? options.sessions : {});
    const { requestTimeoutMs = serveDefaults.requestTimeoutMs } = options;
    // Reports a range that no version matches now, and not when the first client connects. The session has an ID, because
    // Workers generate none before the first request.
    toolkit.session({ id: 'versions', versions: options.versions });
    this.#toolkit = toolkit;
    this.#options = options;
    this.#loaders = loaders;
    const { onError } = options;
    const { events, sessions } = checkCluster(options) ?? {};
    const { changes$ } = toolkit;
    this.#cluster = events && new ClusterEvents({ events, changes$, calls: this.#calls, onError });
    this.#sharedSubjects = sessions && new SharedSubjects(sessions, onError);
    this.#subjects = new SubjectSessions(
      (subject) => toolkit.session(sessions === undefined ? {} : { id: SharedSubjects.idOf(subject) }),
      this.#sessionLimits,
      (session) => this.#sharedSubjects?.discard(session),
    );
    const limits = { maxBodyBytes, maxMessageValues, requestTimeoutMs };
    // From 2026-07-28 on, there is nothing to open or to end.
    const methods = loaders['2025-11-25'] === undefined ? 'POST' : 'GET, POST, DELETE';
    const addresses = { path, host, allowedHosts, allowedOrigins };
    this.#guard = new RequestGuard({ ...addresses, authorization, clientOf, methods, ...limits });
    const { card, health, title, version } = options;
    this.#routes = new PublicRoutes({ card, health, path, title, version, url: authorization?.resource?.resource });
  }

  /**
   * Loads what serves each era. Resolves when each era is served or its SDK is known to be missing, which is a warning.
   *
   * @throws DefinitionError if no era can be served, or on an invalid option.
   */
  async load(): Promise<void> {
    await this.#cluster?.start();
    const loaded = await Promise.allSettled(this.#eras.map((era) => this.#serviceOf(era)));
    const errors = loaded.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    for (const error of errors) if (!isMissingPackageError(error) || errors.length === loaded.length) throw error;
    if (errors.length === 0 || this.#hasWarned) return;
    this.#hasWarned = true;
    warnOfMissingSdk();
  }

  /** Responds to a request. */
  async respond(request: EndpointRequest): Promise<EndpointResponse> {
    let headers: EndpointResponse['headers'] = {};
    let body: unknown;
    try {
      this.#guard.checkHost(request);
      const card = this.#routes.answerCard(request);
      if (card !== undefined) return card;
      headers = this.#guard.checkAddress(request);
      const own = this.#routes.answerHealth(request, this.#isClosing) ?? this.#guard.answer(request);
      if (own !== undefined) return { ...own, headers: { ...headers, ...own.headers } };
      this.#checkOpen();
      const admitted = await this.#guard.admit(request);
      body = admitted.body;
      this.#guard.checkScopes(admitted);
      const response = await this.#dispatch(admitted);
      return { ...response, headers: { ...headers, ...response.headers } };
    } catch (error) {
      if (!(error instanceof HttpRefusal)) this.#options.onError(error);
      const refused = refusalResponse(error instanceof HttpRefusal ? error : internalError(), idOf(body));
      return { ...refused, headers: { ...headers, ...refused.headers } };
    }
  }

  /** Rejects new requests. Resolves when all calls have ended. Calls that take longer than `deadlineMs` are cancelled. */
  async drain(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    await this.#forEachService(({ service }) => service.drain(deadlineMs));
  }

  /** Closes all streams. */
  async close(): Promise<void> {
    await this.#forEachService(async ({ service, binder }) => {
      await service.close();
      binder.close();
    });
    await Promise.all([this.#cluster?.close(), this.#sharedSubjects?.close()]);
  }

  get #eras(): readonly McpEra[] {
    return Object.keys(this.#loaders) as McpEra[];
  }

  #checkOpen(): void {
    if (!this.#isClosing) return;
    throw new HttpRefusal(503, 'The server is shutting down.', { headers: { connection: 'close' } });
  }

  async #dispatch(admitted: AdmittedRequest): Promise<EndpointResponse> {
    const [only, other] = this.#eras;
    // The service of the only era refuses the clients of the other one in the way that these expect.
    const era = other === undefined && only !== undefined ? only : this.#eraOf(admitted);
    const { service } = await this.#serviceOf(era).catch(async (error: unknown) => {
      throw await this.#refuseEra(era, error);
    });
    return service.handle(admitted);
  }

  #eraOf({ request, body }: AdmittedRequest): McpEra {
    return eraOf(Array.isArray(body) ? body[0] : body, headerOf(request, 'mcp-protocol-version'));
  }

  /** Returns the refusal of an era whose SDK is missing, or the error itself if no other era is served. */
  async #refuseEra(era: McpEra, error: unknown): Promise<unknown> {
    if (!isMissingPackageError(error)) return error;
    const loaded = await Promise.allSettled(this.#eras.map((one) => this.#serviceOf(one)));
    const supported = this.#eras.filter((_, index) => loaded[index]?.status === 'fulfilled');
    if (supported.length === 0) return error;
    return new HttpRefusal(
      400,
      `Protocol version ${era} requires the package ${packageOfEra[era]}, which is not installed on this server.`,
      {
        code: rpcErrorCodes.unsupportedVersion,
        data: { supported, requested: era },
      },
    );
  }

  #serviceOf(era: McpEra): Promise<EraService> {
    const known = this.#services.get(era);
    if (known !== undefined) return known;
    const loading = this.#createService(era);
    this.#services.set(era, loading);
    loading.catch(() => undefined);
    return loading;
  }

  async #createService(era: McpEra): Promise<EraService> {
    const { sessions = true, eventStore, onError } = this.#options;
    const binder = await this.#loaders[era]?.({ ...this.#options, transport: 'http' });
    if (binder === undefined) throw new DefinitionError(`serveMcp: the era '${era}' is not served.`);
    if (binder.isReplaying) reportHeldTools(this.#toolkit);
    const bind = async (admitted: AdmittedRequest, sessionId: string | undefined) => {
      const { auth, info: request, subject } = admitted;
      await this.#cluster?.start();
      const own = sessionId === undefined ? await this.#sessionOfRequest(subject) : {};
      const shared = { announced$: this.#cluster?.announced$, ...own };
      return bindClient(this.#toolkit, this.#options, { auth, request, era, outputs: binder.outputs, ...shared });
    };
    const limits = sessions === false ? undefined : this.#sessionLimits;
    const parts = { bind, calls: this.#calls, onError };
    return { binder, service: binder.createHttpService(parts, { sessions: limits, eventStore }) };
  }

  /** Returns the options of the session of a stateless request: groups that a model activates need a subject to last. */
  async #sessionOfRequest(
    subject: string | undefined,
  ): Promise<Pick<McpClientIdentity, 'session' | 'isOfRequest' | 'onCallEnded'>> {
    const id = createRequestSessionId();
    const isOfRequest = true;
    if (subject === undefined) return { session: { id, fixedGroups: true }, isOfRequest };
    const groups = this.#subjects.of(subject);
    const shared = this.#sharedSubjects;
    if (shared === undefined) return { session: { id, groups }, isOfRequest };
    await shared.refresh(groups);
    return { session: { id, groups }, isOfRequest, onCallEnded: () => shared.flush(groups) };
  }

  async #forEachService(task: (service: EraService) => Promise<void>): Promise<void> {
    const services = await Promise.allSettled(this.#services.values());
    await Promise.all(services.map((one) => (one.status === 'fulfilled' ? task(one.value) : undefined)));
  }
}

function withSessionDefaults(limits: McpSessionLimits): SessionTableOptions {
  const { maxSessions = 1_000, maxSessionsPerClient = 100, idleTimeoutMs = 1_800_000 } = limits;
  return { maxSessions, maxSessionsPerClient, idleTimeoutMs };
}

function internalError(): HttpRefusal {
  return new HttpRefusal(500, 'Internal error.', { code: rpcErrorCodes.internalError });
}
