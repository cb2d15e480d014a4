import { unrefTimer } from '../../../base/async/schedule.js';
import { InterruptedError, ToolError, ToolResult } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { RoundStore, Unsubscribe } from '../../../stores/index.js';
import { errorMeta } from '../protocol/error-meta.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { toCallResult } from './call-result.js';
import type { McpCluster } from './cluster/cluster-options.js';
import { NodeChannel, type NodeRequest } from './cluster/node-channel.js';
import type { RoundTrip, RoundTripResult } from './multi-round-trip-call.js';

/** A round trip that another node has received, for a call that waits on this one. */
export interface ForwardedTrip extends Pick<RoundTrip, 'callee' | 'answers' | 'owner'> {
  readonly callId: string;
  readonly exchange: Pick<RoundTrip['exchange'], 'signal' | 'notify' | 'progressToken'>;
}

/** The calls of this node. */
export interface LocalRounds {
  /** Continues a call of this node. Resolves to undefined if it does not wait here. */
  continue(trip: ForwardedTrip): Promise<RoundTripResult | undefined>;
  /** Ends a call of this node that runs again on another one. */
  drop(callId: string): void;
}

/** What a node answers: the result, an error of the protocol, or that the call does not wait there. */
type ForwardAnswer =
  | { readonly kind: 'result'; readonly result: RoundTripResult }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly kind: 'gone' };

interface Note {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

// How long a round is stored after its call has ended, in milliseconds: its client may not have received the result.
const endedMs = 60_000;

/** The calls that wait on any node of a cluster. An answer is sent to the node that has the call. */
export class ClusterRounds {
  readonly #events: McpCluster['events'];
  readonly #rounds: RoundStore;
  readonly #local: LocalRounds;
  readonly #ended = new Map<string, ReturnType<typeof setTimeout>>();
  #opened: Promise<NodeChannel> | undefined;
  #stopDrops: Unsubscribe = async () => {};

  constructor({ events, rounds }: Pick<McpCluster, 'events'> & { readonly rounds: RoundStore }, local: LocalRounds) {
    this.#events = events;
    this.#rounds = rounds;
    this.#local = local;
  }

  /** Stores that a call waits on this node. */
  async hold(callId: string, { tools, callee: toolName, owner, exchange }: RoundTrip): Promise<void> {
    const isIdempotent = tools.session.get(toolName, { auth: exchange.auth })?.idempotent === true;
    const { id: nodeId } = await this.#channel();
    await this.#rounds.hold({ callId, nodeId, toolName, isIdempotent, ...(owner === undefined ? {} : { owner }) });
  }

  /** Removes the round of a call that has ended on this node, once its client has certainly received the result. */
  end(callId: string): void {
    if (this.#opened === undefined) return;
    const timer = setTimeout(() => {
      this.#ended.delete(callId);
      void this.#remove(callId);
    }, endedMs);
    unrefTimer(timer);
    this.#ended.set(callId, timer);
  }

  /**
   * Continues a call on the node that has it. If that node is gone, an idempotent call runs again from its beginning, and
   * any other call ends as interrupted.
   *
   * @param restart - Runs the call again on this node.
   */
  async continue(trip: RoundTrip, callId: string, restart: () => Promise<RoundTripResult>): Promise<RoundTripResult> {
    const round = await this.#rounds.find(callId);
    if (round === undefined || round.owner !== trip.owner || round.toolName !== trip.callee) {
      throw new McpProtocolError(rpcErrorCodes.invalidParams, 'This call no longer waits for answers. Call again.');
    }
    const channel = await this.#channel();
    const { nodeId, isIdempotent, toolName } = round;
    const answer = nodeId === channel.id ? gone : await this.#forward(channel, nodeId, { ...trip, callId });
    if (answer.kind === 'result') return answer.result;
    if (answer.kind === 'error') throw new McpProtocolError(answer.code, answer.message, answer.data);
    if (!isIdempotent) {
      const loss = createLoss(toolName);
      if (!isToolName(toolName))
        throw new McpProtocolError(rpcErrorCodes.internalError, loss.toText(), errorMeta(loss));
      return { kind: 'result', result: toCallResult(ToolResult.fail(loss), 'free') };
    }
    // The round remains stored: this node may end too before its client receives the response, and sends the answer again.
    // The other node may only have been slow.
    await this.#events.publish(dropTopic, { callId });
    return restart();
  }

  async close(): Promise<void> {
    for (const timer of this.#ended.values()) clearTimeout(timer);
    this.#ended.clear();
    const channel = await this.#opened?.catch(() => undefined);
    await Promise.all([channel?.close(), this.#stopDrops()]);
  }

  async #forward(channel: NodeChannel, nodeId: string, trip: RoundTrip & { callId: string }): Promise<ForwardAnswer> {
    const { callee, answers, owner, callId, exchange } = trip;
    const { signal, notify, progressToken } = exchange;
    let notified: Promise<unknown> = Promise.resolve();
    const onNote = (note: unknown): void => {
      const { method, params: sent } = note as Note;
      notified = notified.then(() => notify(method, sent)).catch(() => undefined);
    };
    const body = { callee, answers, owner, callId, progressToken };
    const received = await channel.ask(nodeId, body, { signal, onNote });
    await notified;
    return received.kind === 'lost' ? gone : (received.answer as ForwardAnswer);
  }

  async #answer({ body, signal, note }: NodeRequest): Promise<ForwardAnswer> {
    const { callee, answers, owner, callId, progressToken } = body as ForwardedTrip & {
      readonly progressToken?: ForwardedTrip['exchange']['progressToken'];
    };
    const notify = (method: string, sent: Note['params']): Promise<void> => note({ method, params: sent });
    const exchange = { signal, notify, progressToken };
    try {
      const result = await this.#local.continue({ callee, answers, owner, callId, exchange });
      return result === undefined ? gone : { kind: 'result', result };
    } catch (error) {
      if (error instanceof McpProtocolError) {
        const { code, message, data } = error;
        return { kind: 'error', code, message, data };
      }
      if (!ToolError.is(error)) return { kind: 'error', code: rpcErrorCodes.internalError, message: 'Internal error.' };
      return { kind: 'error', code: rpcErrorCodes.refused, message: error.toText(), data: errorMeta(error) };
    }
  }

  #channel(): Promise<NodeChannel> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #open(): Promise<NodeChannel> {
    this.#stopDrops = await this.#events.subscribe(dropTopic, (event) => {
      if (isRecord(event) && typeof event.callId === 'string') this.#local.drop(event.callId);
    });
    return NodeChannel.open(this.#events, (request) => this.#answer(request));
  }

  async #remove(callId: string): Promise<void> {
    try {
      const { id } = await this.#channel();
      await this.#rounds.take(callId, id);
    } catch {
      // The store removes the round when it is too old.
    }
  }
}

const dropTopic = 'mcp.rounds.dropped';
const gone: ForwardAnswer = { kind: 'gone' };

/** Whether a callee is a tool. Only what other methods call has a space. */
function isToolName(callee: string): boolean {
  return !callee.includes(' ');
}

function createLoss(toolName: string): InterruptedError {
  const message =
    `The call of '${toolName}' was lost while it waited for an answer: the server that had it has ended. It is not ` +
    'repeated, because the tool is not declared idempotent. Check what it has done before you call it again.';
  return new InterruptedError(message, { toolName, details: { outcome: 'unknown' } });
}
