// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { BlockStage } from './block-player.ts'
import { playMedia } from './media-playback.ts'
import { prepareMedia } from './media-prepare.ts'
import { playEmbeds } from './video/embedded-players.ts'

/** A media element whose playback is simulated: jsdom has none. */
function simulated(media: HTMLMediaElement): HTMLMediaElement {
  const state = { paused: true, at: 0 }
  Object.defineProperties(media, {
    paused: { get: () => state.paused },
    currentTime: { get: () => state.at, set: (at: number) => (state.at = at) },
  })
  media.play = async () => {
    if (!state.paused) return
    state.paused = false
    media.dispatchEvent(new Event('play'))
  }
  media.pause = () => {
    state.paused = true
  }
  return media
}

let rest: (resting: boolean) => void
let step: () => void
const stage = (isPrivate = false): BlockStage => ({
  onStep: (listener) => {
    step = () => listener(document.body)
    step()
  },
  onRest: (listener) => {
    rest = listener
  },
  isPrivate,
  fail: () => {},
})

function videoIn(markup: string): HTMLMediaElement {
  document.body.innerHTML = `<section class="present">${markup}</section>`
  const media = simulated(document.querySelector('video')!)
  playMedia([media], stage())
  return media
}

function timeTo(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = seconds
  media.dispatchEvent(new Event('timeupdate'))
}

beforeEach(() => {
  document.body.innerHTML = ''
})

describe('a video', () => {
  test('begins at its start, and stops at its end', async () => {
    const media = videoIn('<video data-l-start="5" data-l-end="9"></video>')
    await media.play()
    expect(media.currentTime).toBe(5)
    timeTo(media, 9.1)
    expect(media.paused).toBe(true)
    await media.play()
    expect(media.currentTime).toBe(5)
  })

  test('repeats the part that was chosen', async () => {
    const media = videoIn('<video loop data-l-start="5" data-l-end="9"></video>')
    await media.play()
    timeTo(media, 9)
    expect([media.paused, media.currentTime]).toEqual([false, 5])
    timeTo(media, 0)
    expect(media.currentTime).toBe(5)
  })

  test('rests while the deck is paused or in overview, and goes on afterward', async () => {
    const media = videoIn('<video></video>')
    await media.play()
    rest(true)
    expect(media.paused).toBe(true)
    rest(false)
    expect(media.paused).toBe(false)
  })

  test('does not start while the deck rests, nor afterward on a slide that was left', async () => {
    const media = videoIn('<video></video>')
    rest(true)
    await media.play()
    expect(media.paused).toBe(true)
    document.querySelector('section')!.className = 'past'
    rest(false)
    expect(media.paused).toBe(true)
  })

  test('that goes on across slides is not stopped by reveal.js, and goes on after a pause', async () => {
    const media = videoIn('<video data-l-across="on"></video>')
    prepareMedia([media])
    expect(media.hasAttribute('data-ignore')).toBe(true)
    await media.play()
    document.querySelector('section')!.className = 'past'
    rest(true)
    rest(false)
    expect(media.paused).toBe(false)
  })
})

describe('an embedded player', () => {
  function embed(markup: string, isPrivate = false) {
    document.body.innerHTML = `<section class="present">${markup}</section>`
    const frame = document.querySelector('iframe')!
    prepareMedia([frame])
    const sent = vi.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(() => {})
    playEmbeds([frame], stage(isPrivate))
    return { frame, said: () => sent.mock.calls.map(([message]) => JSON.parse(String(message)).func ?? 'other') }
  }
  const player = '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" data-autoplay></iframe>'

  test('starts with its slide, and is paused with the deck and when the slide is left', () => {
    const { said } = embed(player)
    rest(true)
    rest(false)
    document.querySelector('section')!.className = 'past'
    step()
    expect(said()).toEqual(['playVideo', 'pauseVideo', 'playVideo', 'pauseVideo'])
  })

  test('starts with the step that shows it', () => {
    const { said } = embed(`<div class="fragment">${player}</div>`)
    expect(said()).toEqual([])
    document.querySelector('.fragment')!.classList.add('visible')
    step()
    expect(said()).toEqual(['playVideo'])
  })

  test('is asked again once it is ready', () => {
    const { frame, said } = embed(player)
    const ready = new MessageEvent('message', { source: frame.contentWindow, data: '{"event":"onReady"}' })
    window.dispatchEvent(ready)
    window.dispatchEvent(ready)
    expect(said()).toEqual(['playVideo', 'playVideo'])
  })

  test('does not start by itself in views of the presenter alone, nor without autoplay', () => {
    expect(embed(player, true).said()).toEqual([])
    expect(embed(player.replace(' data-autoplay', '')).said()).toEqual([])
  })
})
