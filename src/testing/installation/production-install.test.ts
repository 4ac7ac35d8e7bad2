import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLiveAt } from '../live-socket.ts'
import { runServer } from '../run-server.ts'
import { waitFor } from '../wait-for.ts'
import { HttpBrowser } from './http-browser.ts'
import { installLikeImage } from './install-like-image.ts'
import { makeDeck, move, readDeck, setUp, uploadPicture } from './journeys.ts'

// Installs all packages, even on a busy machine.
const patience = 300_000

test('the Dockerfile’s installation starts and serves a first deck', { timeout: patience }, async ({ skip }) => {
  const image = await installLikeImage()
  if ('unreachable' in image) {
    const why = `Skipped: no package registry can be reached (${image.unreachable}), so nothing can be installed.`
    console.log(why)
    return skip(why)
  }
  const { folder, steps } = image
  const [node, program = ''] = steps.command
  expect(node).toBe('node')
  // The image has its own port, folder and browser.
  const { PORT, DATA_DIR, CHROMIUM_PATH, ...env } = steps.env
  expect(env.NODE_ENV).toBe('production')
  const server = await runServer({ folder, program, env, patience: 90_000 })
  try {
    const { port, baseUrl } = server
    const browser = new HttpBrowser(baseUrl)
    await setUp(browser, server)
    const deck = await makeDeck(browser, port, 'Installed and well')
    await readDeck(new HttpBrowser(baseUrl), port, deck, 'Installed and well')
    expect((await browser.get(port, await uploadPicture(browser, port))).type).toBe('image/png')
    const follower = await openLiveAt({ port, baseUrl, cookies: '' })
    await follower.subscribe({ deck_id: deck.id, publisher: false })
    await move(browser, port, deck, 3)
    await waitFor(() => follower.states.at(-1)?.indexh === 3)
    follower.close()
    const backup = join(server.dataDir, 'lectern.backup')
    execFileSync(process.execPath, ['src/backup/run.ts', 'backup', backup], {
      cwd: folder,
      env: { ...process.env, ...env, BASE_URL: baseUrl, DATA_DIR: server.dataDir },
      stdio: 'pipe',
    })
    expect(statSync(backup).size).toBeGreaterThan(1_000)
    expect(await server.stop(), server.output()).toBe(0)
  } finally {
    await server.dispose()
    image.dispose()
  }
})
