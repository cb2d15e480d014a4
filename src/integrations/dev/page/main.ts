import { html } from 'htm/preact';
import { render } from 'preact';
import { Api } from './client/api.js';
import { keepPlace } from './client/place.js';
import { releasePage } from './client/release-page.js';
import { Store } from './client/store.js';
import { takeToken } from './client/token.js';
import { App, NoToken } from './views/app.js';

const page = document.getElementById('page');
const token = takeToken();
// Another address with a token, opened in the same tab, differs in its fragment only: the browser does not load the page.
addEventListener('hashchange', () => location.reload());
if (page !== null) void start(page);

async function start(parent: HTMLElement): Promise<void> {
  if (await releasePage()) return;
  if (token === undefined) return render(html`<${NoToken} />`, parent);
  const store = new Store(new Api(token));
  keepPlace(store);
  store.start();
  render(html`<${App} store=${store} />`, parent);
}
