import less from 'less'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenCssLaws } from '../../testing/attacks/css-laws.ts'
import { randomLess } from '../../testing/attacks/fuzz-less.ts'
import { isLessBomb, lessAttacks } from '../../testing/attacks/less-attacks.ts'
import { type LessTrap, type StallMeter, setLessTrap, startStallMeter } from '../../testing/attacks/less-trap.ts'
import { createLessCompiler, type LessCompiler } from './compile-less.ts'
import { LessError } from './less-error.ts'

let trap: LessTrap
let compiler: LessCompiler
let meter: StallMeter
/** A compiler for tests that must pass on slow machines. */
const patient = createLessCompiler({ mediaHosts: [], compileTime: 60_000 })
beforeAll(async () => {
  trap = await setLessTrap()
  meter = startStallMeter()
  compiler = createLessCompiler({ mediaHosts: [] })
})
afterAll(async () => {
  meter.close()
  compiler.close()
  patient.close()
  await trap.close()
})

/** Compiles; returns '' for refused styles. Any other failure is a bug. */
async function compiled(source: string, user: string | number = 'a', by = compiler): Promise<string> {
  try {
    return (await by.compile(source, user)).css
  } catch (error) {
    if (error instanceof LessError) return ''
    throw error
  }
}

describe('a theme author', () => {
  it('gets the CSS of their LESS, cleaned, with a message about each removal', async () => {
    const { css, removed } = await patient.compile(
      '@c: red; .a { color: darken(@c, 10%); &:hover { background: url(http://x.example/y.png) } width: (2px * 3) }',
      'author',
    )
    expect(css).toBe('.a {\ncolor: #cc0000;\nwidth: 6px;\n}\n')
    expect(removed.map(({ message }) => message)).toEqual(['Removed background: the address must begin with https.'])
  })

  it('gets the line of a mistake', async () => {
    await expect(patient.compile('a { b: c }\nd { e: @missing }', 'author')).rejects.toThrow(
      'Line 2: variable @missing is undefined',
    )
  })

  it('gets an error for imports', async () => {
    await expect(patient.compile('@import "x.less";', 'author')).rejects.toThrow('@import is not allowed')
  })

  it('compiles one source at a time, and the newest of those that wait', async () => {
    const first = patient.compile('a { b: 1 }', 'hasty')
    const preview = patient.compile('a { b: 2 }', 'hasty', { replaceable: true })
    const save = patient.compile('a { b: 4 }', 'hasty')
    await expect(preview).rejects.toMatchObject({ code: 'busy', message: 'Newer styles are compiled instead' })
    await expect(patient.compile('a { b: 5 }', 'hasty')).rejects.toMatchObject({ code: 'busy' })
    const order = await Promise.all([first, save].map(async (work, place) => [place, (await work).css, Date.now()]))
    expect(order.map(([, css]) => css)).toEqual(['a {\nb: 1;\n}\n', 'a {\nb: 4;\n}\n'])
    expect(Number(order[0]![2])).toBeLessThanOrEqual(Number(order[1]![2]))
    await expect(patient.compile('a { b: 3 }', 'hasty')).resolves.toMatchObject({ css: 'a {\nb: 3;\n}\n' })
  })

  it('may not send more than 256 kB', async () => {
    await expect(patient.compile(`/*${'x'.repeat(256_000)}*/`, 'author')).rejects.toThrow('larger than 256 kB')
  })

  it('may not get more than 512 kB', async () => {
    const many = `each(range(3000), { .b@{value} { c: "${'a long text '.repeat(20)}" } })`
    await expect(patient.compile(many, 'author')).rejects.toThrow(/too large|larger than 512 kB/)
  })
})

describe('hostile LESS', () => {
  it('hostile LESS reads no file, runs no program, reaches no other server and never blocks this one', async () => {
    const attacks = lessAttacks(trap.targets)
    expect(attacks.length).toBeGreaterThanOrEqual(30)
    // Bombs run until the time limit; a shorter limit suffices for the test.
    const hurried = createLessCompiler({ mediaHosts: [], compileTime: 150 })
    const usual = createLessCompiler({ mediaHosts: [], compileTime: 400 })
    for (const { name, source } of attacks) {
      const by = isLessBomb(source) ? hurried : usual
      let stall = Number.POSITIVE_INFINITY
      // A stall caused by our code recurs at every attempt; one caused by other programs does not.
      for (let attempt = 0; attempt < 8 && stall > 50; attempt++) {
        const start = performance.now()
        const outcome = await meter.during(() => compiled(`${source}\n//${attempt}`, 'a', by))
        stall = outcome.stall
        expect(trap.leaked(outcome.result), name).toBe(false)
        expect(
          brokenCssLaws(outcome.result, (css) => css),
          name,
        ).toEqual([])
        // Compiling takes less than a second; the rest is starting a process, which is slow on a busy machine.
        expect(performance.now() - start, name).toBeLessThan(30_000)
      }
      expect(stall, name).toBeLessThanOrEqual(50)
    }
    hurried.close()
    usual.close()
    expect(trap.connections()).toBe(0)
    expect(trap.pluginRan()).toBe(false)
  }, 180_000)

  it('LESS that takes too long is refused with a message, and the next author is served', async () => {
    const hurried = createLessCompiler({ mediaHosts: [], compileTime: 400 })
    const endless = 'a { each(range(200000), { .b@{value} { c: d } }) }'
    await expect(hurried.compile(endless, 'slow')).rejects.toThrow('take too long')
    await expect(patient.compile('a { b: 4 }', 'next')).resolves.toMatchObject({ css: 'a {\nb: 4;\n}\n' })
    hurried.close()
  })

  it('random LESS is harmless', async () => {
    const users = Array.from({ length: 300 }, (_, seed) => seed)
    const results = await Promise.all(
      [0, 1].map(async (half) => {
        const results: string[] = []
        for (const seed of users.filter((user) => user % 2 === half))
          results.push(await compiled(randomLess(seed, trap.targets), seed))
        return results
      }),
    )
    expect(results.flat().filter((css) => trap.leaked(css) || brokenCssLaws(css, (text) => text).length > 0)).toEqual(
      [],
    )
    expect(results.flat().filter((css) => css !== '').length).toBeGreaterThan(20)
    expect(trap.connections()).toBe(0)
    expect(trap.pluginRan()).toBe(false)
  }, 120_000)

  it('hostile LESS succeeds against unmodified less (control)', async () => {
    const { file, plugin, url } = trap.targets
    const control = await setLessTrap()
    const render = async (source: string) => (await less.render(source)).css
    expect(trap.leaked(await render(`@import (inline) "${file}";`))).toBe(true)
    expect(trap.leaked(await render(`a { b: data-uri("text/plain;base64", "${file}") }`))).toBe(true)
    await render(`@plugin "${control.targets.plugin}"; a { b: c }`)
    expect(control.pluginRan()).toBe(true)
    await control.close()
    expect(plugin).not.toBe('')
    await expect(render(`@import (less) "${url}/x.less";`)).rejects.toBeTruthy()
  })
})
