import type * as compiled from '../../src/response/plain-json.js';

export const NOT_PLAIN = Symbol('not plain') as typeof compiled.NOT_PLAIN;

/** Nothing is plain: the JSON form of everything is found by the walk that knows all kinds of values. */
export const copyPlainJson: typeof compiled.copyPlainJson = () => NOT_PLAIN;

/** As above. */
export const isPlainJson: typeof compiled.isPlainJson = () => false;
