// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { addCodeSteps, stepsTaken } from '../blocks/code/code-steps.ts'
import { highlightCurrentStep } from '../blocks/code/lit-lines.ts'
import { parseSteps } from '../blocks/code/parse-steps.ts'
import { takeBackgroundFrames } from './background-frames.ts'
import { createMuting } from './muting.ts'
import { positionOfHash } from './position-of-hash.ts'
import { prepareSlides } from './prepare-slides.ts'

function slidesOf(html: string): HTMLElement {
  document.body.innerHTML = `<div class="slides">${html}</div>`
  return document.querySelector<HTMLElement>('.slides')!
}

describe('a hash resolves to the slide it names', () => {
  const deck = () =>
    slidesOf(
      '<section data-id="a1"></section><section><section data-id="b1"></section><section data-id="b2" id="named"></section></section><section><p data-l-id="own">One</p></section>',
    )

  test.each([
    ['#/1', { h: 1, v: 0 }],
    ['#/1/1', { h: 1, v: 1 }],
    ['#/2/1/3', { h: 2, v: 1 }],
    ['#/b2', { h: 1, v: 1 }],
    ['#/named', { h: 1, v: 1 }],
    ['#/a1', { h: 0, v: 0 }],
    ['#/own', { h: 2, v: 0 }],
    ['#/nothing', null],
    ['#/%E0%A4%A', null],
    ['#"><b>', null],
    ['', null],
    ['#', null],
  ])('%s resolves to %o', (hash, expected) => {
    expect(positionOfHash(hash, deck())).toEqual(expected)
  })
})

describe('prepareSlides', () => {
  test('empties texts that were not filled in, and no others', () => {
    const text = (html: string, more = '') =>
      `<div class="block" data-block-type="text"><div class="block-content"${more}>${html}</div></div>`
    const slides = slidesOf(
      [
        text('<ul><li><br></li></ul>'),
        text('<h2><br></h2>', ' data-l-placeholder="Title"'),
        text('<ul><li>One</li><li><br></li></ul>'),
        text('<p><br></p>'),
        text('<p><img alt="A" src="/m/a.png"></p>', ' data-l-placeholder="Text"'),
        text('<ul><li><video src="/m/a.mp4"></video></li></ul>'),
      ].join(''),
    )
    prepareSlides(slides, { autoplay: true, rollingLinks: false })
    expect([...slides.querySelectorAll('.block-content')].map(({ innerHTML }) => innerHTML)).toEqual([
      '',
      '',
      '<ul><li>One</li><li><br></li></ul>',
      '<p><br></p>',
      '<p><img alt="A" src="/m/a.png"></p>',
      '<ul><li><video src="/m/a.mp4"></video></li></ul>',
    ])
  })

  test('removes attributes that reveal.js would act on and no deck needs', () => {
    const slides = slidesOf(
      '<section data-notes="<img onerror=x>" data-markdown data-state="evil"><a data-preview-link="javascript:1">x</a></section>',
    )
    prepareSlides(slides, { autoplay: true, rollingLinks: false })
    expect(slides.innerHTML).toBe('<section><a>x</a></section>')
  })

  test('removes autoplay when autoplay is off', () => {
    const slides = slidesOf('<section><video autoplay data-autoplay></video></section>')
    prepareSlides(slides, { autoplay: false, rollingLinks: false })
    expect(slides.querySelectorAll('[autoplay], [data-autoplay]')).toHaveLength(0)
  })

  test('keeps mute and loop of background videos', () => {
    const slides = slidesOf(
      '<section data-background-video="https://v.example/a.mp4" data-video-muted data-video-loop></section>',
    )
    prepareSlides(slides, { autoplay: true, rollingLinks: false })
    expect(slides.firstElementChild?.attributes.getNamedItem('data-background-video-muted')).not.toBeNull()
    expect(slides.firstElementChild?.attributes.getNamedItem('data-background-video-loop')).not.toBeNull()
  })

  test('rolls links where the deck enables it, and never parses their text as markup', () => {
    const slides = slidesOf(
      '<section><a href="https://x.example">A &lt;b&gt;</a> <a href="#/1"><b>bold</b></a></section>',
    )
    prepareSlides(slides, { autoplay: true, rollingLinks: true })
    const [first, second] = slides.querySelectorAll('a')
    expect([first?.innerHTML, first?.dataset.rolls]).toEqual(['A &lt;b&gt;', 'A <b>'])
    expect([second?.innerHTML, second?.dataset.rolls]).toEqual(['<b>bold</b>', undefined])
    const pointAt = (lines: number): boolean => {
      first!.getClientRects = () => ({ length: lines }) as DOMRectList
      first!.dispatchEvent(new Event('pointerover', { bubbles: true }))
      return first!.classList.contains('link-rolls')
    }
    expect([pointAt(1), pointAt(2)]).toEqual([true, false])
  })
})

describe('a background page', () => {
  const withPlace = (html: string) => {
    const slides = slidesOf(html)
    const sections = Array.from(slides.querySelectorAll('section'))
    for (const section of sections)
      Object.assign(section, { slideBackgroundContentElement: document.createElement('div') })
    return { slides, sections }
  }

  test('is shown in a sandboxed frame while its slide is shown', () => {
    const { slides, sections } = withPlace(
      '<section data-background-iframe="https://p.example/"></section><section></section>',
    )
    const frames = takeBackgroundFrames(slides)
    const place = (sections[0] as unknown as { slideBackgroundContentElement: HTMLElement })
      .slideBackgroundContentElement
    expect(sections[0]?.hasAttribute('data-background-iframe')).toBe(false)
    frames.show(sections[0] as HTMLElement)
    expect(place.querySelector('iframe')?.getAttribute('sandbox')).not.toMatch(/top-navigation|modals|downloads/)
    expect(place.querySelector('iframe')?.src).toBe('https://p.example/')
    frames.show(sections[1] as HTMLElement)
    expect(place.children).toHaveLength(0)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'http://p.example/', '//p.example', ''])(
    'is not loaded from the URL "%s"',
    (address) => {
      const { slides, sections } = withPlace(`<section data-background-iframe="${address}"></section>`)
      const frames = takeBackgroundFrames(slides)
      frames.show(sections[0] as HTMLElement)
      const place = (sections[0] as unknown as { slideBackgroundContentElement: HTMLElement })
        .slideBackgroundContentElement
      expect(place.children).toHaveLength(0)
      expect(slides.innerHTML).not.toContain('data-background-iframe')
    },
  )
})

describe('the steps of code', () => {
  test('are parsed, and a huge range does not exhaust the memory', () => {
    expect(parseSteps('1-3|5,8')).toEqual([
      [1, 2, 3],
      [5, 8],
    ])
    expect(parseSteps('|2')).toEqual([[], [2]])
    expect(parseSteps('3-1|x|-4')).toEqual([[], [], []])
    expect(parseSteps('1-99999')[0]).toHaveLength(10_000)
  })

  test('become fragments of the slide', () => {
    const slides = slidesOf(
      '<section><div class="block"><pre><code data-line-numbers="1|2|3">a\nb\nc</code></pre></div></section>',
    )
    const code = slides.querySelector('code')!
    addCodeSteps([code])
    const marks = slides.querySelectorAll('.fragment')
    expect(marks).toHaveLength(2)
    expect(stepsTaken(code)).toBe(0)
    marks[0]?.classList.add('visible')
    expect(stepsTaken(code)).toBe(1)
  })
})

test('code is scrolled until its highlighted lines are in the middle, and nothing around it', () => {
  const line = '<span class="code-line">x</span>'
  const slides = slidesOf(
    `<section><pre style="overflow: auto"><code style="padding: 20px" data-line-numbers="11-12|">${line.repeat(20)}</code></pre></section>`,
  )
  const [pre, code] = [slides.querySelector('pre')!, slides.querySelector('code')!]
  Object.defineProperties(pre, { scrollHeight: { value: 400 }, clientHeight: { value: 100 } })
  for (const [index, one] of code.querySelectorAll('span').entries())
    Object.defineProperties(one, { offsetTop: { value: 30 + index * 20 }, offsetHeight: { value: 20 } })
  highlightCurrentStep(code)
  // Lines 11 and 12 take 200 to 240 px below the padding: 30 to 70 px of the 100 that are shown.
  expect(pre.scrollTop).toBe(190)
  expect([...code.querySelectorAll('.is-lit')]).toHaveLength(2)
})

describe('a muted deck', () => {
  beforeEach(() => slidesOf('<video class="loud"></video><video class="quiet" muted></video>'))

  test('is silent, and media muted by the author stay muted afterward', () => {
    const slides = document.querySelector<HTMLElement>('.slides')!
    const [loud, quiet] = Array.from(slides.querySelectorAll('video'))
    quiet!.muted = true
    const muting = createMuting(slides)
    muting.set(true)
    const late = document.createElement('video')
    slides.append(late)
    late.dispatchEvent(new Event('play'))
    expect([loud!.muted, quiet!.muted, late.muted]).toEqual([true, true, true])
    muting.set(false)
    expect([loud!.muted, quiet!.muted, late.muted]).toEqual([false, true, false])
  })
})
