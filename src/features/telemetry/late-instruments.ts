import { type Meter, type MeterProvider, metrics } from '@opentelemetry/api';

/** The instruments of a meter, or of the current global provider. A meter, unlike a tracer, does not follow a later one. */
export class LateInstruments<Instruments> {
  readonly #scope: string;
  readonly #meter: Meter | undefined;
  readonly #create: (meter: Meter) => Instruments;
  #provider: MeterProvider | undefined;
  #instruments: Instruments | undefined;

  constructor(scope: string, meter: Meter | undefined, create: (meter: Meter) => Instruments) {
    this.#scope = scope;
    this.#meter = meter;
    this.#create = create;
  }

  get current(): Instruments {
    const provider = this.#meter === undefined ? metrics.getMeterProvider() : undefined;
    if (this.#instruments === undefined || provider !== this.#provider) {
      this.#provider = provider;
      this.#instruments = this.#create(this.#meter ?? metrics.getMeter(this.#scope));
    }
    return this.#instruments;
  }
}
