/** A reference that makes a browser send a request. `at`: the URL of the listener for it. */
export interface RequestVector {
  readonly name: string
  /** Markup of a slide; null if it is a part of another place. */
  readonly html: (at: string) => string
  /** In the head of the document. */
  readonly head?: (at: string) => string
}

const body = (name: string, html: (at: string) => string): RequestVector => ({ name, html })
const head = (name: string, html: (at: string) => string): RequestVector => ({ name, html: () => '', head: html })
const script = (name: string, code: (at: string) => string): RequestVector =>
  body(name, (at) => `<script>${code(JSON.stringify(at))}</script>`)
const style = (name: string, css: (at: string) => string): RequestVector =>
  head(name, (at) => `<style>${css(at)}</style>`)

/** The same listener by addresses that filters overlook. `port`: the listener's. */
export function otherNames(port: string): readonly (readonly [name: string, origin: string])[] {
  return [
    ['decimal address', `http://2130706433:${port}`],
    ['hex address', `http://0x7f000001:${port}`],
    ['octal address', `http://0177.0.0.1:${port}`],
    ['short address', `http://127.1:${port}`],
    ['any address', `http://0.0.0.0:${port}`],
    ['name', `http://localhost:${port}`],
    ['subdomain of localhost', `http://metadata.localhost:${port}`],
    ['trailing dot', `http://localhost.:${port}`],
    ['mapped address', `http://[::ffff:127.0.0.1]:${port}`],
    ['mapped hex address', `http://[::ffff:7f00:1]:${port}`],
    ['address of IPv6', `http://[::1]:${port}`],
    ['user before the host', `http://slides.invalid@127.0.0.1:${port}`],
    ['full width digits', `http://１２７.0.0.1:${port}`],
    ['another loopback address', `http://127.0.0.2:${port}`],
  ]
}

/** Every kind of reference of documents, styles and scripts that sends a request. */
export const requestVectors: readonly RequestVector[] = [
  body('image', (at) => `<img src="${at}" alt="">`),
  body('image set', (at) => `<img srcset="${at} 1x" alt="">`),
  body('picture', (at) => `<picture><source srcset="${at}"><img alt=""></picture>`),
  body('lazy image', (at) => `<img loading="lazy" src="${at}" alt="">`),
  body('frame', (at) => `<iframe src="${at}"></iframe>`),
  body('lazy frame of reveal.js', (at) => `<iframe data-src="${at}" data-preload></iframe>`),
  body('frame with a document', (at) => `<iframe srcdoc="<img src='${at}'>"></iframe>`),
  body('frame of a data URL', (at) => `<iframe src="data:text/html,<img src='${at}'>"></iframe>`),
  body('object', (at) => `<object data="${at}"></object>`),
  body('embed', (at) => `<embed src="${at}">`),
  body('video', (at) => `<video src="${at}" autoplay></video>`),
  body('poster', (at) => `<video poster="${at}"></video>`),
  body('audio', (at) => `<audio src="${at}" preload="auto"></audio>`),
  body('subtitles', (at) => `<video crossorigin src="x"><track default src="${at}"></video>`),
  body('image of a drawing', (at) => `<svg width="9" height="9"><image href="${at}" width="9" height="9"/></svg>`),
  body('symbol of a drawing', (at) => `<svg width="9" height="9"><use href="${at}#a"/></svg>`),
  body(
    'filter of a drawing',
    (at) => `<svg><filter id="f"><feImage href="${at}"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`,
  ),
  body('fill by URL', (at) => `<svg><rect fill="url(${at}#a)" width="9" height="9"/></svg>`),
  body('image button', (at) => `<input type="image" src="${at}" alt="">`),
  body(
    'form',
    (at) =>
      `<form id="send" action="${at}" method="post"></form><script>document.getElementById("send").submit()</script>`,
  ),
  body('background of the slide', (at) => `<section data-background-image="${at}">x</section>`),
  body('film behind the slide', (at) => `<section data-background-video="${at}">x</section>`),
  body('page behind the slide', (at) => `<section data-background-iframe="${at}">x</section>`),
  body('style attribute', (at) => `<p style="background: url('${at}')">x</p>`),
  body('list image', (at) => `<ul style="list-style-image: url('${at}')"><li>x</li></ul>`),
  body('border image', (at) => `<p style="border: 9px solid; border-image: url('${at}') 30">x</p>`),
  body('mask', (at) => `<p style="mask-image: url('${at}')">x</p>`),
  body('cursor', (at) => `<p style="cursor: url('${at}'), auto">x</p>`),
  body('shape', (at) => `<p style="float: left; shape-outside: url('${at}')">x</p>`),
  body('image set of styles', (at) => `<p style="background: image-set('${at}' 1x)">x</p>`),
  body(
    'ping of a link',
    (at) => `<a id="ping" href="#x" ping="${at}">x</a><script>document.getElementById("ping").click()</script>`,
  ),
  body('inner style sheet', (at) => `<style>@import "${at}";</style>`),
  body('portal of MathML', (at) => `<math><mi href="${at}">x</mi></math>`),
  head('style sheet', (at) => `<link rel="stylesheet" href="${at}">`),
  head('prefetch', (at) => `<link rel="prefetch" href="${at}">`),
  head('preload', (at) => `<link rel="preload" as="image" href="${at}">`),
  head('module preload', (at) => `<link rel="modulepreload" href="${at}">`),
  head('preconnect', (at) => `<link rel="preconnect" href="${at}">`),
  head('name prefetch', (at) => `<link rel="dns-prefetch" href="${at}">`),
  head('prerender', (at) => `<link rel="prerender" href="${at}">`),
  head('icon', (at) => `<link rel="icon" href="${at}">`),
  head('manifest', (at) => `<link rel="manifest" href="${at}">`),
  head('refresh', (at) => `<meta http-equiv="refresh" content="0; url=${at}">`),
  head('base', (at) => `<base href="${at}/"><img src="base" alt="">`),
  head('script', (at) => `<script src="${at}"></script>`),
  head('module', (at) => `<script type="module" src="${at}"></script>`),
  head(
    'import map',
    (at) => `<script type="importmap">{"imports":{"a":"${at}"}}</script><script type="module">import "a"</script>`,
  ),
  head('speculation rules', (at) => `<script type="speculationrules">{"prefetch":[{"urls":["${at}"]}]}</script>`),
  style('import', (at) => `@import url("${at}");`),
  style('font', (at) => `@font-face{font-family:f;src:url("${at}")}body{font-family:f}`),
  style('background', (at) => `body{background-image:url("${at}")}`),
  style('content', (at) => `body::before{content:url("${at}")}`),
  style('symbols of a counter', (at) => `@counter-style c{system:cyclic;symbols:url("${at}")}li{list-style:c}`),
  script('fetch', (at) => `fetch(${at}, { mode: 'no-cors' })`),
  script('request', (at) => `const r = new XMLHttpRequest(); r.open('GET', ${at}); r.send()`),
  script('beacon', (at) => `navigator.sendBeacon(${at})`),
  script('event source', (at) => `new EventSource(${at})`),
  script('socket', (at) => `new WebSocket(${at}.replace('http', 'ws'))`),
  script('web transport', (at) => `new WebTransport(${at}.replace('http:', 'https:'))`),
  script('worker', (at) => `new Worker(URL.createObjectURL(new Blob(['fetch("' + ${at} + '")'])))`),
  script('worker by URL', (at) => `new Worker(${at})`),
  script('service worker', (at) => `navigator.serviceWorker.register(${at})`),
  script('import of a module', (at) => `import(${at})`),
  script('image of a script', (at) => `new Image().src = ${at}`),
  script('pop-up', (at) => `window.open(${at})`),
  script('navigation', (at) => `location.href = ${at}`),
  script('font of a script', (at) => `new FontFace('g', 'url(' + ${at} + ')').load()`),
  script(
    'ice server',
    (at) =>
      `const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + new URL(${at}).host }, { urls: 'turn:' + new URL(${at}).host + '?transport=tcp', username: 'a', credential: 'b' }] }); c.createDataChannel('a'); c.createOffer().then((o) => c.setLocalDescription(o))`,
  ),
  script(
    'report',
    (at) => `document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: ${at} }))`,
  ),
]
