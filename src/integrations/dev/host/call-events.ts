import type { ToolEvent } from '../../../index.js';
import type { CallStep } from '../../../toolkit/pipeline/call-step.js';
import type { CallEvent, DevError, ScopeId } from '../protocol.js';
import type { EventWriter } from './event-writer.js';
import { writeFlow } from './write-flow.js';

/** Writes an event or a step of a toolkit for the page. */
export function writeCallEvent(event: ToolEvent | CallStep, scope: ScopeId, writer: EventWriter): CallEvent {
  const { callId, toolName, parentCallId } = event;
  const parent = parentCallId === undefined ? {} : { parentCallId: writer.writeText(parentCallId) };
  const call = { scope, callId: writer.writeText(callId), toolName: writer.writeText(toolName), ...parent };
  switch (event.type) {
    case 'started': {
      const repaired = event.repairedInput === undefined ? {} : { repairedInput: writer.write(event.repairedInput) };
      return { type: event.type, ...call, input: writer.write(event.input), ...repaired, ...writer.cutField };
    }
    case 'chunk':
      return { type: event.type, ...call, chunk: writer.writeOutput(event.response) };
    case 'progress': {
      const total = event.total === undefined ? {} : { total: event.total };
      const message = event.message === undefined ? {} : { message: writer.writeText(event.message) };
      return { type: event.type, ...call, value: event.value, ...total, ...message };
    }
    case 'retried': {
      const { attempt, delayMs } = event;
      return { type: event.type, ...call, attempt, delayMs, error: writeError(event.error, writer) };
    }
    case 'degraded': {
      const { code, message } = writeError(event.failure, writer);
      const text = `failed (${code}): ${message}`;
      return { type: 'step', ...call, kind: 'middleware', name: event.part, text, startMs: 0, durationMs: 0 };
    }
    case 'step': {
      const { type, kind, startMs, durationMs } = event;
      const words = { name: writer.writeText(event.name), text: writer.writeText(event.text) };
      return { type, ...call, kind, ...words, startMs, durationMs };
    }
    case 'pending':
      return { type: event.type, ...call, input: writer.write(event.input), ...writeFlow(event, writer) };
    case 'suspended':
      return { type: event.type, ...call, ...writeFlow(event, writer) };
    default: {
      const { type, durationMs, attempts, result } = event;
      const error = 'error' in event ? { error: writeError(event.error, writer) } : {};
      const ended = { type, ...call, durationMs, attempts, ...writeFlow(event, writer), ...error };
      return { ...ended, output: writer.writeOutput(result) };
    }
  }
}

function writeError({ code, message }: DevError, writer: EventWriter): DevError {
  return { code, message: writer.writeText(message) };
}
