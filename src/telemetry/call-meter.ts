import {
  type Attributes,
  type Counter,
  type Histogram,
  type Meter,
  type MeterProvider,
  metrics,
} from '@opentelemetry/api';

/** How a call ended. */
export interface CallEnd {
  readonly durationMs: number;
  readonly outcome: 'completed' | 'failed' | 'interrupted' | 'denied';
  /** The tool that was called; undefined where none answered: a model may invent any number of names. */
  readonly toolName: string | undefined;
  /** The error's code. */
  readonly errorType: string | undefined;
}

interface Instruments {
  readonly duration: Histogram;
  readonly calls: Counter;
}

// From a hundredth of a second to some minutes, as the conventions have it for operations of models.
const boundaries = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

/** Counts calls and how long they took. */
export class CallMeter {
  readonly #scope: string;
  readonly #given: Meter | undefined;
  #provider: MeterProvider | undefined;
  #instruments: Instruments | undefined;

  constructor(scope: string, given: Meter | undefined) {
    this.#scope = scope;
    this.#given = given;
  }

  record({ durationMs, outcome, toolName, errorType }: CallEnd): void {
    const { duration, calls } = this.#current();
    const common: Attributes = {
      'gen_ai.operation.name': 'execute_tool',
      ...(toolName === undefined ? {} : { 'gen_ai.tool.name': toolName, 'gen_ai.tool.type': 'function' }),
      ...(errorType === undefined ? {} : { 'error.type': errorType }),
    };
    duration.record(durationMs / 1_000, common);
    calls.add(1, { ...common, 'toolwright.outcome': outcome });
  }

  /** A global provider may be set after the first call; unlike a tracer, a meter does not notice. */
  #current(): Instruments {
    const provider = this.#given === undefined ? metrics.getMeterProvider() : undefined;
    if (this.#instruments === undefined || provider !== this.#provider) {
      this.#provider = provider;
      this.#instruments = createInstruments(this.#given ?? metrics.getMeter(this.#scope));
    }
    return this.#instruments;
  }
}

function createInstruments(meter: Meter): Instruments {
  return {
    duration: meter.createHistogram('gen_ai.execute_tool.duration', {
      description: 'How long tool calls took',
      unit: 's',
      advice: { explicitBucketBoundaries: boundaries },
    }),
    calls: meter.createCounter('toolwright.tool.calls', {
      description: 'Tool calls, by how they ended',
      unit: '{call}',
    }),
  };
}
