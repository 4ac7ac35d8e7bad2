/** One attempt of a theme's script. */
export interface Probe {
  /** Unique in its list: 'read the document around'. */
  readonly name: string
  /**
   * Body of an async function run in the deck's frame. Returns a truthy value on success, if it can know; effects on
   * the parent page, the server or the browser are checked from outside.
   */
  readonly script: string
  /** Its externally visible effect on success, as named in probe-view.ts; unique among the probes. */
  readonly deed?: string
  /** It ends, leaves or blocks the page, so it gets a page of its own. */
  readonly alone?: true
}

/**
 * Probes that leave the page intact, all run in one page. Their variables: `app`, the app's URL; `secret`, an API path
 * whose response contains `walrus`; `other`, the URL of another deck's frame; `picture`, the path of a private picture;
 * `wait(ms)`; `outcome(register, ms)`, the first reported value within that time.
 */
const quietProbes: Readonly<Record<string, string>> = {
  'read the document around': 'return parent.document.title.length > 0',
  'read the topmost document': 'return top.document.body !== null',
  'read the address around': 'return parent.location.href.length > 0',
  'read the name of the page around': "return typeof parent.name === 'string'",
  'read what is kept in the page around': "return parent.sessionStorage.getItem('app-secret') !== null",
  'reach the frame element': 'return frameElement !== null',
  'read the token for changes': `return parent.document.querySelector('meta[name=csrf-token]').content`,
  'change the page around': "parent.document.documentElement.dataset.owned = 'yes'; return true",
  'read cookies': "return document.cookie.includes('app-secret')",
  'set a cookie': "document.cookie = 'owned=yes; path=/'; document.cookie = 'owned=yes; path=/; domain=localhost'",
  'read local storage': "return localStorage.getItem('app-secret') !== null",
  'write local storage': "localStorage.setItem('owned', 'yes'); return parent.localStorage.getItem('owned') === 'yes'",
  'read databases': "return (await indexedDB.databases()).some(({ name }) => name === 'app-secret')",
  'read caches': "return (await caches.keys()).includes('app-secret')",
  'fetch with the session': `return (await (await fetch(app + secret, { credentials: 'include' })).text()).includes('walrus')`,
  'fetch by XMLHttpRequest': `return outcome((tell) => {
    const request = new XMLHttpRequest()
    request.open('GET', app + secret)
    request.withCredentials = true
    request.onload = () => tell(request.responseText.includes('walrus'))
    request.onerror = () => tell(false)
    request.send()
  }, 1500)`,
  'change a deck by fetch': `const page = await (await fetch(app + '/about', { credentials: 'include' })).text()
    const token = /csrf-token" content="([^"]+)/.exec(page)[1]
    const headers = { 'content-type': 'application/json', 'x-csrf-token': token }
    const body = JSON.stringify({ deck: { title: 'owned' } })
    return (await fetch(app + secret, { method: 'PUT', credentials: 'include', headers, body })).ok`,
  'change a deck without an answer': `await fetch(app + secret, { method: 'POST', mode: 'no-cors', credentials: 'include', body: 'deck[title]=owned' })`,
  'send a beacon': `navigator.sendBeacon(app + secret, new URLSearchParams({ 'deck[title]': 'owned', _method: 'put' }))`,
  'open the live socket': `return outcome((tell) => {
    const socket = new WebSocket(app.replace('http', 'ws') + '/socket.io/?EIO=4&transport=websocket')
    socket.onmessage = () => tell(true)
    socket.onerror = () => tell(false)
  }, 1500)`,
  'load the app as a stream': `return outcome((tell) => {
    const source = new EventSource(app + '/about', { withCredentials: true })
    source.onopen = () => tell(true)
    source.onerror = () => { source.close(); tell(false) }
  }, 1500)`,
  'show a private picture': `return outcome((tell) => {
    const image = new Image()
    image.onload = () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      try { tell(context.getImageData(0, 0, 1, 1).data.length > 0) } catch { tell(false) }
    }
    image.onerror = () => tell(false)
    image.src = app + picture
  }, 1500)`,
  'load the API as a script': `return outcome((tell) => {
    const script = document.createElement('script')
    script.onload = () => tell(true)
    script.onerror = () => tell(false)
    script.src = app + secret
    document.head.append(script)
  }, 1500)`,
  'frame a page of the app': `const frame = document.body.appendChild(document.createElement('iframe'))
    frame.src = app + '/about'
    await wait(600)
    return frame.contentDocument.title.length > 0 && frame.contentWindow.location.href !== 'about:blank'`,
  'frame another deck': `const frame = document.body.appendChild(document.createElement('iframe'))
    frame.src = other
    await wait(600)
    return frame.contentDocument.body.innerText.includes('walrus')`,
  'fetch another deck': "return (await (await fetch(other)).text()).includes('walrus')",
  'reach through a page of its own': `const frame = document.createElement('iframe')
    frame.srcdoc = '<p>a'
    document.body.append(frame)
    await wait(100)
    return frame.contentWindow.parent.parent.document.title.length > 0`,
  'reach through a blob': `const text = '<script>parent.postMessage({ got: parent.parent.document.title }, "*")</' + 'script>'
    const frame = document.createElement('iframe')
    frame.src = URL.createObjectURL(new Blob([text], { type: 'text/html' }))
    return outcome((tell) => {
      addEventListener('message', ({ data }) => data && data.got && tell(true))
      document.body.append(frame)
    }, 600)`,
  'reach through data': `const frame = document.createElement('iframe')
    frame.src = 'data:text/html,<script>parent.postMessage({ reached: parent.parent.document.title }, "*")</' + 'script>'
    return outcome((tell) => {
      addEventListener('message', ({ data }) => data && data.reached && tell(true))
      document.body.append(frame)
    }, 400)`,
  'fetch from a worker': `const text = 'fetch(' + JSON.stringify(app + secret) + ', { credentials: "include" })'
      + '.then((answer) => answer.text()).then((text) => postMessage(text.includes("walrus")), () => postMessage(false))'
    const worker = new Worker(URL.createObjectURL(new Blob([text])))
    return outcome((tell) => {
      worker.onmessage = ({ data }) => tell(data)
      worker.onerror = () => tell(false)
    }, 1500)`,
  'install a service worker': "return (await navigator.serviceWorker.register('/a/self-test')).scope.length > 0",
  'call over a broadcast channel': "new BroadcastChannel('probe').postMessage('owned')",
  'reach the app by a popup': `const popup = open(app + '/about')
    await wait(800)
    try { return popup.document.title.length > 0 && popup.location.href !== 'about:blank' } finally { popup.close() }`,
  'reach a window by its name': "return open('', 'app-window').document.title.length > 0",
  // The speaker view has two frames of one deck, which may access each other: both contain nothing else.
  'read another deck beside it': `for (let at = 0; at < parent.length; at++)
    if (parent[at].document.title !== document.title) return true`,
  'run a script address in the page around':
    'parent.location = "javascript:void(document.documentElement.dataset.owned=\'yes\')"',
  'click a script address': `const link = document.createElement('a')
    link.target = '_parent'
    link.href = "javascript:void(document.documentElement.dataset.link='yes')"
    document.body.append(link)
    link.click()`,
  'forge messages': `const types = ['ready', 'changed', 'key', 'pointer', 'edge', 'error', 'hello', 'port', 'here', '__proto__']
    for (const type of types) for (const more of [{}, { h: 'x' }, { count: -1 }, { name: 'constructor' }, { code: {} }])
      parent.postMessage({ type, ...more }, '*')
    parent.postMessage(JSON.parse('{"__proto__":{"owned":true},"lectern":"hello","id":"${'0'.repeat(32)}"}'), '*')
    for (const value of [null, 1, 'x', [], new Map(), new Date(0), new Uint8Array(9)]) parent.postMessage(value, '*')`,
  // Below the limit that removes the deck, which would end the other probes too.
  'flood with hellos': `for (let at = 0; at < 300; at++)
    parent.postMessage({ lectern: 'hello', id: at.toString(16).padStart(32, '0') }, '*')`,
  'flood a taken port': `const ports = []
    addEventListener('message', (event) => ports.push(...event.ports))
    for (let at = 0; at < 3; at++) parent.postMessage({ lectern: 'hello', id: String(at).padStart(32, 'a') }, '*')
    await wait(150)
    for (const port of ports) {
      port.postMessage({ type: 'key', name: '__proto__' })
      port.postMessage(JSON.parse('{"type":"changed","__proto__":{"owned":1}}'))
      for (let at = 0; at < 500; at++) port.postMessage({ type: 'pointer' })
    }`,
  'open dialogs': 'alert(1); confirm(2); prompt(3)',
  'save a file': `const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['owned']))
    link.download = 'owned.txt'
    link.target = ''
    link.click()`,
  'read the clipboard': 'return (await navigator.clipboard.readText()) !== null',
  'ask for the place': `return outcome((tell) => navigator.geolocation.getCurrentPosition(() => tell(true), () => tell(false)), 600)`,
  'find the address by the referrer': 'return new URL(document.referrer).pathname.length > 1',
  'read the requests of the page around': 'return parent.performance.getEntries().length > 0',
}

/** Visible effects of probes that cannot detect their own success. */
const deeds: Readonly<Record<string, string>> = {
  'set a cookie': 'a cookie',
  'call over a broadcast channel': 'a broadcast',
  'run a script address in the page around': 'a script address',
  'click a script address': 'a clicked script address',
  'open dialogs': 'a dialog',
  'save a file': 'a download',
}

/** Probes after which the page may be gone. */
const loudProbes: Readonly<Record<string, string>> = {
  'lead the page away': "top.location = app + '/about?owned'",
  'lead the page away by a link': "open(app + '/about?owned', '_top')",
  'lead the page away by a form': `const form = document.createElement('form')
    Object.assign(form, { action: app + '/about', target: '_top', method: 'get' })
    document.body.append(form)
    form.submit()`,
  'post a form': `const form = document.createElement('form')
    Object.assign(form, { action: app + '/about', target: '_top', method: 'post' })
    document.body.append(form)
    form.submit()`,
  'go back': 'history.go(-1)',
  'share the domain': "document.domain = 'localhost'; return parent.document.title.length > 0",
}

const named = (list: Readonly<Record<string, string>>, more: Partial<Probe>): Probe[] =>
  Object.entries(list).map(([name, script]) => {
    const deed = deeds[name]
    return { name, script, ...(deed ? { deed } : {}), ...more }
  })

export const probes: readonly Probe[] = [...named(quietProbes, {}), ...named(loudProbes, { alone: true })]

/** The parts of the instance that scripts attack. */
export interface ProbeTargets {
  readonly app: string
  readonly secret: string
  readonly other: string
  readonly picture: string
}

/** A probe's report. */
export interface Told {
  readonly name: string
  readonly got: boolean
}

/** Name of the global that identifies a frame with probes; its value is their reports, once all are done. */
export const toldName = 'probesTold'

/** A theme script that runs the probes one after the other, once the deck is shown. */
export function probeScript(tries: readonly Probe[], targets: ProbeTargets): string {
  const list = tries.map(({ name, script }) => `[${JSON.stringify(name)}, async () => { ${script} }]`)
  return `(async () => {
    const { app, secret, other, picture } = ${JSON.stringify(targets)}
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    const outcome = (register, ms) => new Promise((resolve) => { setTimeout(resolve, ms, false); register(resolve) })
    while (!document.documentElement.classList.contains('started')) await wait(20)
    const told = []
    for (const [name, attempt] of [${list.join(',\n')}]) {
      const got = await Promise.race([attempt(), wait(3000)]).then(Boolean, () => false)
      told.push({ name, got })
    }
    self.${toldName} = told
  })()`
}
