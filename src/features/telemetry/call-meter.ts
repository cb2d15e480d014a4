import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api';
import { LateInstruments } from './late-instruments.js';

/** The end of a call. */
export interface CallEnd {
  readonly durationMs: number;
  readonly outcome: 'completed' | 'failed' | 'interrupted' | 'denied' | 'pending';
  /** The name of the tool; undefined if the tool does not exist, because a model may invent any number of names. */
  readonly toolName: string | undefined;
  /** The code of the error; undefined if the call succeeded. */
  readonly errorType: string | undefined;
}

interface Instruments {
  readonly duration: Histogram;
  readonly calls: Counter;
  readonly lateResults: Counter;
}

// From 10 ms to over a minute, as the conventions recommend for operations of models.
const boundaries = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

/** Records the number and duration of calls, and the number of late results. */
export class CallMeter {
  readonly #instruments: LateInstruments<Instruments>;

  constructor(scope: string, meter: Meter | undefined) {
    this.#instruments = new LateInstruments(scope, meter, createInstruments);
  }

  record({ durationMs, outcome, toolName, errorType }: CallEnd): void {
    const { duration, calls } = this.#instruments.current;
    const common = { ...createAttributes(toolName), ...(errorType === undefined ? {} : { 'error.type': errorType }) };
    duration.record(durationMs / 1_000, common);
    calls.add(1, { ...common, 'toolwright.outcome': outcome });
  }

  /** Counts a result that a tool produced after its attempt had ended. */
  recordLateResult(toolName: string | undefined): void {
    this.#instruments.current.lateResults.add(1, createAttributes(toolName));
  }
}

function createAttributes(toolName: string | undefined): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    ...(toolName === undefined ? {} : { 'gen_ai.tool.name': toolName, 'gen_ai.tool.type': 'function' }),
  };
}

function createInstruments(meter: Meter): Instruments {
  return {
    duration: meter.createHistogram('gen_ai.execute_tool.duration', {
      description: 'Duration of tool calls',
      unit: 's',
      advice: { explicitBucketBoundaries: boundaries },
    }),
    calls: meter.createCounter('toolwright.tool.calls', {
      description: 'Number of tool calls by outcome',
      unit: '{call}',
    }),
    lateResults: meter.createCounter('toolwright.tool.late_results', {
      description: 'Number of results and chunks that tools produced after their attempt had ended',
      unit: '{result}',
    }),
  };
}
