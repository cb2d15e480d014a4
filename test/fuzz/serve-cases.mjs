/**
 * Runs the cases that the parent process asks for; or without one, the case of the last argument, and prints it.
 * `generate` creates from its seed what the parent process sends with a case.
 */
export async function serveCases(runCase, generate) {
  process.on('message', async ({ seed, generated }) => {
    process.send(await runCase(seed, generated));
  });
  process.on('unhandledRejection', (error, promise) => {
    // A promise of another context is that of a program, which may ignore what becomes of it.
    if (promise instanceof Promise) process.send({ crash: String(error?.stack ?? error) });
  });
  if (process.send === undefined) {
    const seed = Number(process.argv.at(-1));
    process.stdout.write(`${JSON.stringify(await runCase(seed, generate?.(seed)))}\n`);
  } else process.send({ ready: true });
}
