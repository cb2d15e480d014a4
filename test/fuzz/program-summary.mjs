// What the random programs have covered.

import { Figures } from './two-runs.mjs';

// Fewer sessions need not have all that is rare.
const sessionsOfWhole = 300;

/** Counts the calls of the programs of all sessions. */
export class ProgramSummary extends Figures {
  get text() {
    const { programs, unseen, looked, oneLooked, calls, handled, compared } = this.all;
    const { consequential, ran, ranAfterLook, denied, invalid, failed } = this.all;
    return [
      `${programs} programs: ${unseen} without a look, ${looked} with one; ${oneLooked} times, one run had looked and the other one not`,
      `${calls} calls, ${handled} of them with handles: ${compared} were equal before a look, ${denied} denied, ${invalid} invalid, ${failed} failed`,
      `${consequential} of tools that change something: ${ran} have run, ${ranAfterLook} of them after a look`,
      '',
    ].join('\n');
  }

  /** What the sessions should have shown, and have not. Where everything is denied, or nothing is hidden, nothing is shown. */
  get problems() {
    if (this.cases < sessionsOfWhole) return [];
    const { programs, unseen, looked, calls, handled, compared, consequential, ran, ranAfterLook, denied } = this.all;
    return [
      ...(unseen * 10 < programs ? ['fewer than a tenth of the programs have not looked'] : []),
      ...(looked * 10 < programs ? ['fewer than a tenth of the programs have looked'] : []),
      ...(handled * 10 < calls ? ['fewer than a tenth of the calls had handles'] : []),
      ...(compared * 5 < calls ? ['fewer than a fifth of the calls were compared'] : []),
      ...(ran * 10 < consequential ? ['fewer than a tenth of the calls that change something have run'] : []),
      ...(ranAfterLook * 50 < consequential ? ['too few calls have run after a look'] : []),
      ...(denied * 50 < consequential ? ['too few calls were denied'] : []),
    ];
  }
}
