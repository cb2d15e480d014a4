import type { Subscriber } from 'rxjs';
import type { CallWitness } from '../execution/call-context.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { ToolState } from '../state/tool-state.js';

/** What a toolkit lends a call. */
interface CallSurroundings {
  /** The values that bindings find before those of the tool's own state. */
  readonly state: ToolState;
  readonly callId?: string | undefined;
  /** What the text of the arguments stands for, where the toolkit has read it. */
  readonly parsedArgs?: object | undefined;
}

/** What it lends a call that is waited for. */
export interface WaiterSurroundings extends CallSurroundings {
  /** When the call came in, by `performance.now()`. @default now */
  readonly startedAt?: number | undefined;
  readonly onSettled: () => void;
  /** Undefined where nobody hears of the call. */
  readonly witness?: CallWitness | undefined;
}

/** What it lends a call whose responses are read. */
export interface ReaderSurroundings extends CallSurroundings {
  readonly reader: Subscriber<ToolResponse>;
}
