import type { Attributes, Histogram, Meter } from '@opentelemetry/api';
import type { McpObservedRequest } from '../../base/network/mcp-observer.js';
import { LateInstruments } from './late-instruments.js';

type Durations = Readonly<Record<McpObservedRequest['side'], Histogram>>;

// Those of the conventions, in seconds.
const boundaries = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Records the duration of MCP requests. */
export class RequestMeter {
  readonly #durations: LateInstruments<Durations>;

  constructor(scope: string, meter: Meter | undefined) {
    this.#durations = new LateInstruments(scope, meter, createDurations);
  }

  record(side: McpObservedRequest['side'], durationMs: number, attributes: Attributes): void {
    this.#durations.current[side].record(durationMs / 1_000, attributes);
  }
}

function createDurations(meter: Meter): Durations {
  const create = (name: string, description: string): Histogram =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: boundaries } });
  return {
    client: create('mcp.client.operation.duration', 'Duration of MCP requests, from sending to the response'),
    server: create('mcp.server.operation.duration', 'Duration of MCP requests, from receiving to the response'),
  };
}
