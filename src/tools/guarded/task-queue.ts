/** Runs tasks one after the other, so that two edits of a file do not overwrite each other. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier ones, whether they succeed or fail. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
