// Starts the built app, requests the route that is named in the argument, and prints the response.
import { startApp } from './start.mjs';

const { url, stop } = await startApp('.');
try {
  const response = await fetch(`${url}/${process.argv[2]}`);
  console.log(await response.text());
} finally {
  stop();
}
