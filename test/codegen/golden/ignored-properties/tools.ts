import { Tool, ToolRegistry } from 'toolwright';

interface Job {
  name: string;
  /** @ignore */
  internalId?: number;
  /**
   * Never told.
   * @ignore
   */
  callback?: symbol;
}

export class IgnoredProperties extends ToolRegistry {
  @Tool()
  start(job: Job): Job {
    return job;
  }
}
