import { Guest, type GuestSetting } from './guest.js';
import { readSnapshot } from './guest-snapshot.js';
import type { GuestJob, GuestOutput, RestoreJob, StepLimits } from './messages.js';

/**
 * Runs the jobs of a worker, which contains one sandbox at a time. Each job begins or continues it, and is answered when
 * the sandbox has ended, or waits for functions of the host.
 */
export class GuestWorker {
  readonly #setting: GuestSetting;
  #guest: Guest | undefined;

  constructor(setting: GuestSetting) {
    this.#setting = setting;
  }

  /** Runs a job. An unexpected error ends the sandbox. */
  async run(job: GuestJob): Promise<GuestOutput> {
    try {
      const output = await this.#run(job);
      if (output.end !== undefined) this.#guest = undefined;
      return output;
    } catch (error) {
      this.#guest = undefined;
      return { calls: [], end: { reason: 'crashed', cause: error } };
    }
  }

  async #run(job: GuestJob): Promise<GuestOutput> {
    if (job.kind === 'start') {
      this.#guest = undefined;
      this.#guest = await Guest.create(this.#setting, job);
      return this.#guest.evaluate(job.source, job.computeMs);
    }
    if (job.kind === 'restore') return this.#restore(job);
    const guest = this.#guest;
    if (guest === undefined) return { calls: [], end: { reason: 'crashed' } };
    if (job.kind === 'answer') return guest.answer(job.answers, job.computeMs);
    this.#guest = undefined;
    return { calls: [], snapshot: guest.save(job) };
  }

  async #restore({ snapshot, answers, limits, computeMs }: RestoreJob & StepLimits): Promise<GuestOutput> {
    this.#guest = undefined;
    const { version } = this.#setting.data;
    const saved = readSnapshot(snapshot, { version, memoryBytes: limits.memoryBytes });
    if (saved === undefined) return { calls: [], end: { reason: 'foreign' } };
    const { pending } = saved.state;
    const guest = await Guest.restore(this.#setting, saved, limits);
    this.#guest = guest;
    // A program that was paused accepts answers of its pending calls only.
    const isOpen = ({ id }: { readonly id: number }): boolean =>
      pending.length === 0 || pending.some((call) => call.id === id);
    return { ...guest.answer(answers.filter(isOpen), computeMs), pending };
  }
}
