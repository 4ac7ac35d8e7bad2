import { describe, expect, test } from 'vitest'
import { renderSlides, TooMuchToRender } from './render-slides.ts'

const code = (text: string, language = 'javascript') =>
  `<section><pre><code data-language="${language}">${text}</code></pre></section>`
/** highlight.js compares each bracket with all after it. */
const hostile = code('['.repeat(400_000), 'markdown')

describe('code and formulas of a deck are rendered', () => {
  test('in a worker as beside it', async () => {
    const slides = { a: code('let a = 1\n'), b: '<section><p data-latex="x^2"></p></section>' }
    const long = { ...slides, c: code('let b = "c"\n'.repeat(1_000)) }
    const [here, there] = [await renderSlides(slides), await renderSlides(long)]
    expect(there).toMatchObject(here)
    expect(there.c?.html).toContain('<span class="hljs-string">&quot;c&quot;</span>'.replaceAll('&quot;', '"'))
    expect(there.b?.hasMath).toBe(true)
  })

  test('for a limited time, while other requests are answered', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 10)
    await expect(renderSlides({ a: hostile }, { timeout: 500 })).rejects.toBeInstanceOf(TooMuchToRender)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
  })

  test('until the export is canceled', async () => {
    const abort = new AbortController()
    const rendering = renderSlides({ a: hostile }, { signal: abort.signal })
    abort.abort(new Error('canceled'))
    await expect(rendering).rejects.toThrow('canceled')
  })
})
