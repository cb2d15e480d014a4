// What the random sessions of the flow of data have covered.

import { Figures } from './two-runs.mjs';

// Fewer sessions need not have all that is rare.
const sessionsOfWhole = 1_000;

/** Counts the calls of all sessions. */
export class FlowSummary extends Figures {
  get text() {
    const { calls, consequential, ran, ranTainted, ranHandled, denied, invalid, exceptions } = this.all;
    return [
      `${calls} calls: ${consequential} of tools that change something, of which ${ran} have run`,
      `${ranTainted} of these after untrusted text, ${ranHandled} with a handle; ${denied} denied, ${invalid} invalid, ${exceptions} excepted`,
      '',
    ].join('\n');
  }

  /** What the sessions should have shown, and have not. Where everything is denied, nothing is shown. */
  get problems() {
    const { consequential, ran, ranTainted, ranHandled, denied } = this.all;
    if (this.cases < sessionsOfWhole) return [];
    return [
      ...(ran * 10 < consequential ? ['fewer than a tenth of the calls that change something have run'] : []),
      ...(ranTainted * 50 < consequential ? ['too few calls have run after untrusted text'] : []),
      ...(ranHandled * 200 < consequential ? ['too few calls have run with a handle'] : []),
      ...(denied * 10 < consequential ? ['too few calls were denied'] : []),
    ];
  }
}
