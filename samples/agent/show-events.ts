import type { ToolEvent, ToolkitSession } from 'toolwright';
import type { Screen } from '../quickstart/screen.js';
import { printable } from './printable.js';

/** Shows each call of a conversation, and how it ended, from the session's events. */
export function showEvents(session: ToolkitSession, screen: Screen): void {
  session.events$.subscribe((event: ToolEvent) => {
    if (event.type === 'started') screen.call(printable(event.toolName), inputOf(event.input));
    else if (event.type === 'completed') screen.item(printable(event.toolName), event.result.toText());
    else if ('error' in event && event.type !== 'retried')
      screen.bad(printable(`${event.toolName}: ${event.result.toText()}`));
  });
}

/** Models send arguments as JSON text. */
function inputOf(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
