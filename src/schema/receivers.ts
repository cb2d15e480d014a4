import type { ValidationIssue } from '../errors.js';
import { pointerOf } from './json-pointer.js';
import type { Received, Receiver } from './receiver.js';

/** One argument, as far as receiving it goes. */
export interface ReceivedParameter {
  readonly name: string;
  readonly source: { readonly receive?: Receiver };
}

/** A receiver of arguments that are described one by one; undefined where none of them has a receiver. */
export function receiverOf(parameters: readonly ReceivedParameter[]): Receiver | undefined {
  const receivers: [string, Receiver][] = [];
  for (const { name, source } of parameters) if (source.receive !== undefined) receivers.push([name, source.receive]);
  if (receivers.length === 0) return undefined;
  return (value) => {
    const given = value as Readonly<Record<string, unknown>>;
    const parts = receivers.filter(([name]) => given[name] !== undefined);
    return receiveParts(
      parts.map(([name, receive]) => ({ step: name, receive: () => receive(given[name]) })),
      (values) => ({ ...given, ...Object.fromEntries(parts.map(([name], index) => [name, values[index]])) }),
    );
  };
}

/** One part of a value. */
export interface ReceivedPart {
  /** How it is reached from the whole: a property, an index. */
  readonly step: PropertyKey;
  readonly receive: () => Received | Promise<Received>;
}

/** Makes a value of what its parts became, in their order. */
export type Build = (values: readonly unknown[]) => unknown;

/**
 * Receives the parts of a value, and puts together what they became. At once where no part has to be awaited. Every
 * issue of every part is told.
 */
export function receiveParts(parts: readonly ReceivedPart[], build: Build): Received | Promise<Received> {
  const received = parts.map(({ receive }) => attempt(receive));
  return received.every((one) => !(one instanceof Promise))
    ? joined(parts, received as readonly Received[], build)
    : Promise.all(received).then((all) => joined(parts, all, build));
}

function attempt(receive: ReceivedPart['receive']): Received | Promise<Received> {
  try {
    return receive();
  } catch (error) {
    // Thrown on from here, it would leave the promises of other parts to themselves.
    return Promise.reject(error);
  }
}

function joined(parts: readonly ReceivedPart[], received: readonly Received[], build: Build): Received {
  const issues: ValidationIssue[] = [];
  const values: unknown[] = [];
  for (const [index, { step }] of parts.entries()) {
    const one = received[index];
    if (one?.ok === true) values.push(one.value);
    for (const issue of one?.ok === false ? one.issues : []) {
      issues.push({ ...issue, path: pointerOf([step]) + issue.path });
    }
  }
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
