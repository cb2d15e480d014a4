import type { FlowLabel } from '../tool/metadata/flow-options.js';
import { FollowedState } from './state/followed-state.js';
import type { ToolState } from './state/tool-state.js';

/** What is known of a message of a tool, such as a log entry or a question. Empty if there is nothing that a receiver has to know. */
export interface LabelledMessage {
  readonly flow?: FlowLabel;
}

const open: LabelledMessage = Object.freeze({});

/** Returns the label of what the tool of a call says now. */
export function labelOfMessage(state: ToolState): LabelledMessage {
  if (!(state instanceof FollowedState)) return open;
  const { trust, readers } = state.observer.messageLabel;
  return trust === 'trusted' && readers === 'anyone' ? open : { flow: { trust, readers } };
}
