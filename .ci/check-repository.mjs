// `npm publish` runs it: it refuses to publish while `package.json` names no real repository.
import { readFileSync } from 'node:fs';

const { repository, homepage, bugs } = JSON.parse(readFileSync('package.json', 'utf8'));
if ([repository.url, homepage, bugs].some((url) => url.includes('github.com/OWNER/'))) {
  process.stderr.write(
    "package.json: 'OWNER' in repository, homepage and bugs is a placeholder. Replace it with the owner of the repository.\n",
  );
  process.exitCode = 1;
}
