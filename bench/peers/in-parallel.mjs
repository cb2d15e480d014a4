/** How many of a thousand calls at once gave something. */
export async function inParallel(call) {
  const results = await Promise.all(Array.from({ length: 1_000 }, call));
  return results.filter((result) => result !== undefined).length;
}
