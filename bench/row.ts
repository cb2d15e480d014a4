/** What one contender's time or size stands beside. All of it is optional: without, only its own value is told. */
interface Comparison {
  readonly name: string;
  /** The contender that this one's ratio is to, by name. */
  readonly base?: string;
  /** The contender whose value does not count, by name: what is told is what comes on top of it. */
  readonly minus?: string;
  /** At most so many times the base. */
  readonly maxRatio?: number;
  /** At most this value. */
  readonly maxValue?: number;
  /** Whether it is only measured for the sake of others, and stands in no table. @default false */
  readonly isHidden?: boolean;
}

/** Work that is done over and over, and timed. */
export interface TimedContender extends Comparison {
  /** Does the work once. */
  readonly run: () => unknown;
  /** Whether what `run` gave shows that the work was done. A call that fails is fast: what is timed has to work. */
  readonly works: (result: unknown) => boolean;
  /** How many pieces one run stands for: 1,000 for a stream of 1,000 chunks. @default 1 */
  readonly units?: number;
}

/** Something that measures itself: memory, or what happens once only. */
export interface MeasuredContender extends Comparison {
  /** Nanoseconds or bytes. */
  readonly sample: () => number | Promise<number>;
}

export type Contender = TimedContender | MeasuredContender;

/** What is measured. @default 'ns' */
export type Unit = 'ns' | 'bytes';

/** How much there is to do: much less of it in a smoke pass. */
export interface Scale {
  /** What stands for "many": 10,000. */
  readonly many: number;
  /** What stands for "few": 100. */
  readonly few: number;
}

/** Contenders that are measured in one process, in turn. */
export interface Part {
  readonly name: string;
  /** Somebody else's toolkit. @default false */
  readonly isPeer?: boolean;
  /**
   * How often each contender is measured in a process. Few for work that is long or cannot be repeated.
   * @default as many rounds as the whole pass has
   */
  readonly rounds?: number;
  /** Rounds that do not count. @default as many as the whole pass has */
  readonly warmupRounds?: number;
  readonly create: (scale: Scale) => readonly Contender[] | Promise<readonly Contender[]>;
}

/** One question that the table answers. */
export interface Row {
  readonly title: string;
  readonly unit?: Unit;
  /** Each in processes of its own: what one loads into its process must not slow down another. */
  readonly parts: readonly Part[];
}

/** A peer that is not installed. It is left out. */
export class MissingPeerError extends Error {
  override readonly name = 'MissingPeerError';
}
