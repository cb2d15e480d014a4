import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClientArguments, ClientTool, ToolPart, ToolTypes } from 'toolwright/client';

/** A stream of a tool, as a component shows it. */
export interface StreamState<Types extends ToolTypes> {
  /** The parts that have arrived. */
  readonly parts: readonly PartOf<Types>[];
  readonly isRunning: boolean;
  /** The error that has ended the stream. */
  readonly error: unknown;
  /** Calls the tool. A call that is running is cancelled. */
  readonly start: (...args: ClientArguments<Types['input']>) => void;
  /** Cancels the call. */
  readonly stop: () => void;
}

type PartOf<Types extends ToolTypes> =
  ReturnType<ClientTool<Types>['stream']> extends AsyncIterable<infer Part extends ToolPart> ? Part : never;

/** Calls a tool and collects the parts of its stream. The call is cancelled when the component is removed. */
export function useStream<Types extends ToolTypes>(tool: ClientTool<Types>): StreamState<Types> {
  const [parts, setParts] = useState<readonly PartOf<Types>[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const start = useCallback(
    (...args: ClientArguments<Types['input']>) => {
      stop();
      const controller = new AbortController();
      running.current = controller;
      const isCurrent = (): boolean => running.current === controller && !controller.signal.aborted;
      setParts([]);
      setError(undefined);
      setRunning(true);
      const [input, options] = args;
      const stream = tool.stream(...([input, { ...options, signal: controller.signal }] as typeof args));
      void (async () => {
        try {
          for await (const part of stream) if (isCurrent()) setParts((known) => [...known, part as PartOf<Types>]);
        } catch (reason) {
          if (isCurrent()) setError(reason);
        } finally {
          if (running.current === controller) setRunning(false);
        }
      })();
    },
    [tool, stop],
  );
  return { parts, isRunning, error, start, stop };
}
