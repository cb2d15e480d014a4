import type { ValidationIssue } from '../../errors.js';
import { pointerOf } from '../json-schema/json-pointer.js';
import type { Received, Receiver } from './receiver.js';

/** One argument, as far as receiving it goes. */
export interface ReceivedParameter {
  readonly name: string;
  readonly source: { readonly receive?: Receiver };
}

/** A receiver of arguments that are described one by one; undefined where none of them has a receiver. */
export function receiverOf(parameters: readonly ReceivedParameter[]): Receiver | undefined {
  const receivers: (readonly [name: string, receive: Receiver])[] = [];
  for (const { name, source } of parameters) if (source.receive !== undefined) receivers.push([name, source.receive]);
  if (receivers.length === 0) return undefined;
  return (value) => {
    const given = value as Readonly<Record<string, unknown>>;
    const parts: NamedPart[] = [];
    for (const [name, receive] of receivers) {
      const held = given[name];
      if (held !== undefined) parts.push({ step: name, value: held, receive });
    }
    return receiveParts(parts, (values) => withReceived(given, parts, values));
  };
}

type NamedPart = ReceivedPart & { readonly step: string };

function withReceived(
  given: Readonly<Record<string, unknown>>,
  parts: readonly NamedPart[],
  values: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const received = { ...given };
  parts.forEach(({ step }, index) => {
    received[step] = values[index];
  });
  return received;
}

/** One part of a value. */
export interface ReceivedPart {
  /** How it is reached from the whole: a property, an index. */
  readonly step: PropertyKey;
  readonly value: unknown;
  readonly receive: (value: unknown) => Received | Promise<Received>;
}

/** Makes a value of what its parts became, in their order. */
export type Build = (values: readonly unknown[]) => unknown;

/**
 * Receives the parts of a value, and puts together what they became. At once where no part has to be awaited. Every
 * issue of every part is told.
 */
export function receiveParts(parts: readonly ReceivedPart[], build: Build): Received | Promise<Received> {
  const received = parts.map(attempt);
  return received.every(isKnown) ? joined(parts, received, build) : joinedLater(parts, received, build);
}

function isKnown(received: Received | Promise<Received>): received is Received {
  return !(received instanceof Promise);
}

function attempt({ receive, value }: ReceivedPart): Received | Promise<Received> {
  try {
    return receive(value);
  } catch (error) {
    // Thrown on from here, it would leave the promises of other parts to themselves.
    return Promise.reject(error);
  }
}

async function joinedLater(
  parts: readonly ReceivedPart[],
  received: readonly (Received | Promise<Received>)[],
  build: Build,
): Promise<Received> {
  return joined(parts, await Promise.all(received), build);
}

function joined(parts: readonly ReceivedPart[], received: readonly Received[], build: Build): Received {
  const issues: ValidationIssue[] = [];
  const values: unknown[] = [];
  parts.forEach(({ step }, index) => {
    const one = received[index];
    if (one?.ok === true) values.push(one.value);
    else for (const issue of one?.issues ?? []) issues.push({ ...issue, path: pointerOf([step]) + issue.path });
  });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: build(values) };
}

/** A whole and the arguments beside it. */
export interface SplitParts {
  /** Receives the whole. */
  readonly receive: Receiver;
  readonly beside: readonly ReceivedParameter[];
  /** The parameter that takes the whole; undefined where its properties go to parameters by name. */
  readonly wholeName: string | undefined;
}

/** A receiver of one object that holds the properties of a whole and the arguments beside it. */
export function splitReceiver({ receive, beside, wholeName }: SplitParts): Receiver {
  const receiveBeside = receiverOf(beside);
  return async (value, bound) => {
    const whole: Record<string, unknown> = { ...(value as Record<string, unknown>) };
    const own: Record<string, unknown> = {};
    for (const { name } of beside) {
      own[name] = whole[name];
      delete whole[name];
    }
    const received: Received[] = [await receive(whole, bound)];
    received.push(await (receiveBeside?.(own) ?? { ok: true, value: own }));
    const issues = received.flatMap((one) => (one.ok ? [] : one.issues));
    if (issues.length > 0) return { ok: false, issues };
    const [first, second] = received.map((one) => (one.ok ? one.value : undefined));
    if (wholeName === undefined) return { ok: true, value: { ...(first as object), ...(second as object) } };
    return { ok: true, value: { ...(second as object), [wholeName]: first } };
  };
}
