import {
  AggregationTemporality,
  type HistogramMetricData,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { type Telemetry, type TelemetryOptions, telemetry } from 'toolwright/telemetry';

/** What OpenTelemetry has recorded. */
export interface Recorder {
  readonly observer: Telemetry;
  /** The spans that have ended. */
  readonly spans: () => readonly ReadableSpan[];
  /** Stops recording, and returns the measurements of a histogram by their attributes. */
  readonly histogram: (name: string) => Promise<HistogramMetricData | undefined>;
}

/** Creates telemetry that records with the SDK of OpenTelemetry in memory. */
export function createRecorder(options: TelemetryOptions = {}): Recorder {
  const exported = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exported)] });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meter = new MeterProvider({ readers: [reader] }).getMeter('test');
  return {
    observer: telemetry({ tracer: provider.getTracer('test'), meter, ...options }),
    spans: () => exported.getFinishedSpans(),
    histogram: async (name) => {
      await reader.forceFlush();
      await reader.shutdown();
      const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((one) => one.metrics));
      return metrics.find(({ descriptor }) => descriptor.name === name) as HistogramMetricData | undefined;
    },
  };
}
