/** Runs the cases that the parent process asks for; or without one, the case of the last argument, and prints it. */
export async function serveCases(runCase) {
  process.on('message', async ({ seed }) => {
    process.send(await runCase(seed));
  });
  process.on('unhandledRejection', (error) => {
    process.send({ crash: String(error?.stack ?? error) });
  });
  if (process.send === undefined)
    process.stdout.write(`${JSON.stringify(await runCase(Number(process.argv.at(-1))))}\n`);
  else process.send({ ready: true });
}
