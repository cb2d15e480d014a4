/** Returns a function that draws some of a list by a seed: the same ones for the same seed. */
export function drawSpecs(count, seed) {
  return (specs) => {
    const remaining = [...specs];
    let state = seed >>> 0;
    const next = (limit) => {
      // A linear congruential generator. Its high bits are the random ones.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    };
    return Array.from({ length: Math.min(count, specs.length) }, () => remaining.splice(next(remaining.length), 1)[0]);
  };
}
