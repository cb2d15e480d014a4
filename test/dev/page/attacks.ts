/** The call that an attacker wants to make. */
const call = { method: 'call', params: { scope: 'toolkit', name: 'attacked', input: {}, callId: 'attack' } };

/**
 * What a page of another origin tries against the developer page. Each is a function of `target`, the origin of the page, that
 * runs in the attacker's page and returns what it got: `nothing` if the attack failed.
 */
export const attacks: Readonly<Record<string, string>> = {
  'fetches the page and its files': reads(['', 'page.js', 'page.css', 'index.html'], 'GET'),
  'fetches the events': reads(['events', 'events?since=0', 'events?token=x'], 'GET'),
  'fetches the methods': reads(['rpc'], 'POST'),
  'fetches with a token and a type that need a preflight': tries(`
    const response = await fetch(target + '/rpc', {
      method: 'POST', body, headers: { authorization: 'Bearer guess', 'content-type': 'application/json' } });
    return 'a response: ' + response.status;`),
  'fetches with methods that need a preflight': tries(`
    const found = [];
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const answered = await fetch(target + '/rpc', { method, body }).then(({ status }) => status, () => undefined);
      if (answered !== undefined) found.push(method);
    }
    return found.join(' ') || 'nothing';`),
  'sends a request with XMLHttpRequest': tries(`
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open('POST', target + '/rpc');
      request.withCredentials = true;
      request.onloadend = () => resolve(request.responseText || 'nothing');
      request.send(body);
    });`),
  'sends a beacon': tries(`
    navigator.sendBeacon(target + '/rpc', new Blob([body], { type: 'text/plain' }));
    navigator.sendBeacon(target + '/rpc', body);
    return 'nothing';`),
  'posts a form': posts('text/plain'),
  'posts an encoded form': posts('application/x-www-form-urlencoded'),
  'posts a form with a file': posts('multipart/form-data'),
  'opens an EventSource': tries(`
    const listen = (withCredentials) => new Promise((resolve) => {
      const source = new EventSource(target + '/events', { withCredentials });
      source.onmessage = ({ data }) => resolve(data);
      source.onopen = () => resolve('a connection');
      source.onerror = () => { source.close(); resolve('nothing'); };
    });
    return await listen(true) === 'nothing' ? listen(false) : 'a connection';`),
  'opens a WebSocket': tries(`
    const connect = (path) => new Promise((resolve) => {
      const socket = new WebSocket(target.replace('http', 'ws') + path);
      socket.onopen = () => resolve('a connection');
      socket.onerror = () => resolve('nothing');
    });
    return [await connect('/'), await connect('/rpc'), await connect('/events')].find((got) => got !== 'nothing') ?? 'nothing';`),
  'includes a script': includes('script', 'src', 'page.js'),
  'includes a module': tries(`return import(target + '/page.js').then(() => 'a module', () => 'nothing');`),
  'includes a style sheet': includes('link', 'href', 'page.css', `element.rel = 'stylesheet';`),
  'includes an image': includes('img', 'src', ''),
  'includes a sound': includes('audio', 'src', 'page.js', 'element.load();'),
  'includes a video': includes('video', 'src', 'events', 'element.load();'),
  'starts a worker': tries(`
    return new Promise((resolve) => {
      const worker = new Worker(target + '/page.js');
      worker.onmessage = () => resolve('a message');
      worker.onerror = () => resolve('nothing');
    });`),
  'imports a script in a worker': tries(`
    const source = 'try { importScripts("' + target + '/page.js"); postMessage("a script"); } catch { postMessage("nothing"); }';
    const url = URL.createObjectURL(new Blob([source]));
    return new Promise((resolve) => { new Worker(url).onmessage = ({ data }) => resolve(data); });`),
  'embeds the page in a frame': embeds('iframe', 'src'),
  'embeds the page in an object': embeds('object', 'data'),
  'embeds the page with a token of its own': embeds('iframe', 'src', '/#token=guess'),
  'opens the page in a window, and reads its address': tries(`
    const opened = window.open(target + '/#token=guess', 'page');
    // Until the page is there, the window shows a page of this origin.
    const isEmpty = () => { try { return opened.location.href === 'about:blank'; } catch { return false; } };
    for (let turn = 0; turn < 50 && isEmpty(); turn++) await pause(100);
    const found = [];
    for (const read of [() => opened.location.href, () => opened.location.hash, () => opened.document.body, () => opened.name]) {
      try { const value = read(); if (value && value !== 'about:blank') found.push(String(value)); } catch {}
    }
    return found.join(' ') || 'nothing';`),
  'opens the page in a window, and sends it messages': tries(`
    const opened = window.open(target + '/', 'messages');
    const answers = [];
    addEventListener('message', ({ data }) => answers.push(data));
    for (let turn = 0; turn < 5; turn++) {
      await pause(100);
      try { opened?.postMessage(JSON.parse(body), '*'); opened?.postMessage(body, '*'); } catch {}
    }
    return answers.join(' ') || 'nothing';`),
  'navigates a window to the methods and the events': tries(`
    for (const path of ['/rpc', '/events']) {
      const opened = window.open(target + path, '_blank');
      await pause(200);
      try { if (opened?.document.body.innerText) return opened.document.body.innerText; } catch {}
    }
    return 'nothing';`),
  'sends messages to all frames and channels': tries(`
    const answers = [];
    addEventListener('message', ({ data }) => answers.push(data));
    for (const name of ['toolwright', 'toolwright dev', 'page']) {
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }) => answers.push(data);
      channel.postMessage(body);
    }
    for (const one of [top, parent, opener]) one?.postMessage(body, '*');
    await pause(200);
    return answers.filter((answer) => answer !== body).join(' ') || 'nothing';`),
  'registers a service worker of the page': tries(`
    return navigator.serviceWorker.register(target + '/page.js').then(() => 'a worker', () => 'nothing');`),
  'fetches the page from a service worker of its own': tries(`
    await navigator.serviceWorker.register('/worker.js');
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
    active.postMessage({ target, body }, [port2]);
    return answer;`),
  'reads the storage, the caches and the databases': tries(`
    const text = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, await caches.keys(), await indexedDB.databases()]);
    return /token/.test(text) ? text : 'nothing';`),
  'prefetches the page': includes('link', 'href', '', `element.rel = 'prefetch'; element.as = 'document';`, 'nothing'),
  'sends a flood of requests': tries(`
    const requests = Array.from({ length: 300 }, (_, index) =>
      fetch(target + (index % 2 === 0 ? '/rpc' : '/events'), { method: index % 2 === 0 ? 'POST' : 'GET', mode: 'no-cors' })
        .then((response) => response.text()).catch(() => ''));
    return (await Promise.all(requests)).find(Boolean) ?? 'nothing';`),
};

/** The service worker of the attacker. */
export const attackingWorker = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', async ({ data: { target, body }, ports }) => {
  const got = [];
  for (const path of ['/', '/page.js', '/events', '/rpc']) {
    for (const mode of ['cors', 'no-cors']) {
      const init = path === '/rpc' ? { method: 'POST', body, mode } : { mode };
      const text = await fetch(target + path, init).then((response) => response.text(), () => '');
      if (text !== '') got.push(text);
    }
  }
  ports[0].postMessage(got.join(' ') || 'nothing');
});`;

/** Wraps a script: what throws has got nothing. */
function tries(script: string): string {
  return `async (target) => {
    const body = ${JSON.stringify(JSON.stringify(call))};
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const attack = async () => { ${script} };
    return attack().catch(() => 'nothing');
  }`;
}

function reads(paths: readonly string[], method: string): string {
  return tries(`
    const found = [];
    for (const path of ${JSON.stringify(paths)}) {
      for (const mode of ['cors', 'no-cors']) {
        for (const credentials of ['include', 'omit']) {
          const init = { method: '${method}', mode, credentials, ${method === 'POST' ? 'body' : ''} };
          const text = await fetch(target + '/' + path, init).then((response) => response.text(), () => '');
          if (text !== '') found.push(path + ': ' + text);
        }
      }
    }
    return found.join(' ') || 'nothing';`);
}

function posts(encoding: string): string {
  return tries(`
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.name = 'answer' + Math.random();
    const form = document.body.appendChild(document.createElement('form'));
    Object.assign(form, { method: 'POST', action: target + '/rpc', target: frame.name, enctype: '${encoding}' });
    const input = form.appendChild(document.createElement('input'));
    input.name = body.slice(0, -1) + ',"a":"';
    input.value = '"}';
    const loaded = new Promise((resolve) => { frame.onload = resolve; });
    form.submit();
    await Promise.race([loaded, pause(500)]);
    await pause(100);
    try { return frame.contentDocument?.body.innerText || 'nothing'; } catch { return 'nothing'; }`);
}

/** The parameters of an attack by an element: a statement for it, and what its event `load` means. */
function includes(
  ...[tag, attribute, path, prepare = '', loaded = 'a load']: readonly [string, string, string, ...string[]]
): string {
  return tries(`
    const element = document.createElement('${tag}');
    const settled = new Promise((resolve) => {
      element.onload = () => resolve('${loaded}');
      element.onloadeddata = () => resolve('media');
      element.onerror = () => resolve('nothing');
    });
    element.${attribute} = target + '/${path}';
    document.head.append(element);
    ${prepare}
    return Promise.race([settled, pause(2_000).then(() => 'nothing')]);`);
}

function embeds(tag: string, attribute: string, path = '/'): string {
  return tries(`
    const element = document.createElement('${tag}');
    element.${attribute} = target + '${path}';
    document.body.append(element);
    const answers = [];
    addEventListener('message', ({ data }) => answers.push(data));
    for (let turn = 0; turn < 5; turn++) {
      await pause(100);
      element.contentWindow?.postMessage(body, '*');
    }
    try { return element.contentDocument?.body.innerText || answers.join(' ') || 'nothing'; } catch { return answers.join(' ') || 'nothing'; }`);
}
