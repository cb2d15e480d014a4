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
const isReloading = await releasePage();
if (page !== null && !isReloading && token === undefined) render(html`<${NoToken} />`, page);
if (page !== null && !isReloading && token !== undefined) {
  const store = new Store(new Api(token));
  keepPlace(store);
  store.start();
  render(html`<${App} store=${store} />`, page);
}
