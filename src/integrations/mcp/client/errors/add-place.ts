import { errorFromInfo, type ToolError } from '../../../../base/errors/errors.js';

/** The errors whose messages name the place of the server. */
const placed = new WeakSet<object>();

/**
 * Returns an error of connecting whose message also says to developers what was started or requested. Its class and its
 * cause are those of the error. Models and other readers of responses receive the text without the place.
 *
 * @param place - The command or the URL, in sentences for developers.
 */
export function addPlace(error: ToolError, place: string): ToolError {
  const info = error.toJSON();
  const longer = withCause(errorFromInfo({ ...info, message: `${error.message} ${place}` }), error.cause);
  placed.add(longer);
  return Object.defineProperties(longer, {
    toText: { value: () => info.message },
    toJSON: { value: () => info },
  });
}

/** Returns the error of a call that needed the server, without the place, which remains in its cause. */
export function withoutPlace(thrown: unknown, toolName: string): unknown {
  return isPlaced(thrown) ? withCause(errorFromInfo(thrown.toJSON(), toolName), thrown) : thrown;
}

function isPlaced(thrown: unknown): thrown is ToolError {
  return typeof thrown === 'object' && thrown !== null && placed.has(thrown);
}

function withCause<E extends Error>(error: E, cause: unknown): E {
  return Object.defineProperty(error, 'cause', { value: cause, writable: true, configurable: true });
}
