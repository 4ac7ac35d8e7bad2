import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ownBrowsers, stopNewBrowser } from '../../testing/own-browsers.ts'
import { createLog } from '../http/logging.ts'
import { createPictures } from './create-pictures.ts'
import { PictureTooSlow } from './picture-too-slow.ts'

const started = vi.hoisted(() => ({ next: () => {} }))
vi.mock('./launch-browser.ts', async (original) => {
  const { launchBrowser } = await original<typeof import('./launch-browser.ts')>()
  const launchAndStop: typeof launchBrowser = async (...given) => {
    const browser = await launchBrowser(...given)
    started.next()
    return browser
  }
  return { launchBrowser: launchAndStop }
})

const pictures = createPictures({ chromiumPath: null, log: createLog('silent') })
const reached: string[] = []
const outside = createServer((request, response) => {
  reached.push(request.url ?? '')
  response.end('reached')
})
beforeAll(() => new Promise<void>((resolve) => void outside.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  await pictures.close()
  await new Promise((resolve) => outside.close(resolve))
})
const port = () => (outside.address() as AddressInfo).port
const size = { width: 96, height: 70 }
const red =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="70"><rect width="96" height="70" fill="#f00"/></svg>'

async function middle(webp: Uint8Array): Promise<number[]> {
  const { data, info } = await sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)]
}

test('a picture has the requested size and shows the document with the files supplied to it', async () => {
  const webp = await pictures.screenshot('<body style="margin:0"><img src="/red.svg">', size, {
    answer: async (address) => (address === '/red.svg' ? { body: red, type: 'image/svg+xml' } : null),
  })
  expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', ...size })
  const [r = 0, g = 0, b = 0] = await middle(webp)
  expect(r).toBeGreaterThan(240)
  expect(g + b).toBeLessThan(30)
})

test('a document cannot reach any server, not even one on this machine', async () => {
  const html = `<link rel="preconnect" href="http://127.0.0.1:${port()}"><link rel="stylesheet" href="http://127.0.0.1:${port()}/style">
    <img src="http://127.0.0.1:${port()}/image"><iframe src="http://127.0.0.1:${port()}/frame"></iframe>
    <script>fetch('http://127.0.0.1:${port()}/fetch'); new WebSocket('ws://127.0.0.1:${port()}/socket')</script>`
  await pictures.screenshot(html, size, { scripts: true })
  expect(reached).toEqual([])
  // Control: the server is reachable from outside the browser.
  expect(await (await fetch(`http://127.0.0.1:${port()}/control`)).text()).toBe('reached')
})

test('scripts run only if the caller enables them', async () => {
  const html = '<body style="margin:0;background:#fff"><script>document.body.style.background="#00f"</script>'
  expect((await middle(await pictures.screenshot(html, size)))[0]).toBeGreaterThan(240)
  expect((await middle(await pictures.screenshot(html, size, { scripts: true })))[0]).toBeLessThan(30)
})

test('only the scripts that the policy allows run', async () => {
  const paint = (color: string) => `document.body.style.background='${color}'`
  const html = `<body style="margin:0;background:#fff"><script nonce="own">${paint('#00f')}</script><script>${paint('#f00')}</script><img src="/x" onerror="${paint('#f00')}">`
  const policy = "default-src 'none'; script-src 'nonce-own'; style-src 'unsafe-inline'; img-src *"
  const [r = 0, , b = 0] = await middle(await pictures.screenshot(html, size, { scripts: true, policy }))
  expect(r).toBeLessThan(30)
  expect(b).toBeGreaterThan(240)
  expect((await middle(await pictures.screenshot(html, size, { scripts: true })))[0]).toBeGreaterThan(240)
})

test('a document that becomes ready later is drawn when it is ready', async () => {
  const later = (ms: number) =>
    `<body style="margin:0;background:#fff"><script>setTimeout(()=>{document.body.style.background="#00f";document.documentElement.className="ready"},${ms})</script>`
  const drawn = (ms: number, ready?: string) => pictures.screenshot(later(ms), size, { scripts: true, ready })
  expect((await middle(await drawn(400, 'html.ready')))[0]).toBeLessThan(30)
  // Control: without `ready` the picture is drawn at once.
  expect((await middle(await drawn(60_000)))[0]).toBeGreaterThan(240)
})

test('a document that never finishes loading is abandoned, and the next picture is drawn', async () => {
  const impatient = createPictures({ chromiumPath: null, log: createLog('silent'), timeout: 1_500 })
  const endless = '<script>for(;;);</script>'
  await expect(impatient.screenshot(endless, size, { scripts: true })).rejects.toThrow('took longer')
  const fine = await createPictures({ chromiumPath: null, log: createLog('silent') })
  expect((await fine.screenshot('<p>Hello', size)).byteLength).toBeGreaterThan(20)
  await fine.close()
  await impatient.close()
})

test.skipIf(process.platform !== 'linux')(
  'a browser that hangs is killed: the next picture is drawn by another, and the service ends',
  async () => {
    const others = new Set(ownBrowsers())
    const service = createPictures({ chromiumPath: null, log: createLog('silent'), timeout: 2_000 })
    // A busy machine may need several attempts.
    const draw = () =>
      service.screenshot('<p>one</p>', size).then(
        () => true,
        () => false,
      )
    const hang = () => stopNewBrowser(others)
    await expect.poll(draw, { timeout: 60_000 }).toBe(true)
    const first = hang()
    await expect(service.screenshot('<p>two</p>', size)).rejects.toThrow(PictureTooSlow)
    await expect.poll(draw, { timeout: 60_000 }).toBe(true)
    expect(ownBrowsers()).not.toContain(first)
    hang()
    await service.close()
    expect(ownBrowsers().filter((id) => !others.has(id))).toEqual([])
  },
)

test.skipIf(process.platform !== 'linux')('a browser that hangs from its start is killed, too', async () => {
  const others = new Set(ownBrowsers())
  const service = createPictures({ chromiumPath: null, log: createLog('silent'), timeout: 1_000 })
  const stopped: number[] = []
  started.next = () => void stopped.push(stopNewBrowser(others))
  try {
    await expect(service.screenshot('<p>one</p>', size)).rejects.toThrow(PictureTooSlow)
  } finally {
    started.next = () => {}
  }
  expect(stopped).toHaveLength(1)
  await expect.poll(() => ownBrowsers().filter((id) => stopped.includes(id)), { timeout: 10_000 }).toEqual([])
  await service.close()
})
