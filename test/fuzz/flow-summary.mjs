// What the random sessions of the flow of data have covered.

// Fewer sessions need not have all that is rare.
const sessionsOfWhole = 1_000;

/** Counts the calls of all sessions. */
export class FlowSummary {
  #sessions = 0;
  #figures = {};

  add({ figures = {} }) {
    this.#sessions++;
    for (const [name, count] of Object.entries(figures)) this.#figures[name] = (this.#figures[name] ?? 0) + count;
  }

  get text() {
    const { calls, consequential, ran, ranTainted, ranHandled, denied, invalid, exceptions } = this.#figures;
    return [
      `${calls} calls: ${consequential} of tools that change something, of which ${ran} have run`,
      `${ranTainted} of these after untrusted text, ${ranHandled} with a handle; ${denied} denied, ${invalid} invalid, ${exceptions} excepted`,
      '',
    ].join('\n');
  }

  /** What the sessions should have shown, and have not. Where everything is denied, nothing is shown. */
  get problems() {
    const { consequential, ran, ranTainted, ranHandled, denied } = this.#figures;
    if (this.#sessions < sessionsOfWhole) return [];
    return [
      ...(ran * 10 < consequential ? ['fewer than a tenth of the calls that change something have run'] : []),
      ...(ranTainted * 50 < consequential ? ['too few calls have run after untrusted text'] : []),
      ...(ranHandled * 200 < consequential ? ['too few calls have run with a handle'] : []),
      ...(denied * 10 < consequential ? ['too few calls were denied'] : []),
    ];
  }
}
