import { Logger } from '@nestjs/common';
import { BasicTracerProvider, SimpleSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';

/** Writes one line to the log for each span. In production, use an exporter for your collector instead. */
class LogExporter implements SpanExporter {
  readonly #logger = new Logger('Tracing');

  export(...[spans, done]: Parameters<SpanExporter['export']>): void {
    for (const { name, duration, attributes } of spans) {
      const [seconds, nanoseconds] = duration;
      const milliseconds = (seconds * 1e3 + nanoseconds / 1e6).toFixed(1);
      this.#logger.log(`${name} ${attributes['error.type'] ?? 'success'} after ${milliseconds} ms`);
    }
    done({ code: 0 });
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}

const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new LogExporter())] });

/** The tracer of the application. */
export const tracer = provider.getTracer('nest-app');
