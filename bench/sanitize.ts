/**
 * Claim: a megabyte of any markup is sanitized or refused within 500 ms, and the work does not grow quadratically: four
 * times the slow inputs takes less than eight times as long. Baseline, in the same run: parse5 alone parses and
 * serializes a megabyte of plain text. CPU time, the minimum of several tries. Exit code 1 if the claim fails. Usage:
 * node bench/sanitize.ts [tries]
 */
import { parseFragment, serialize } from 'parse5'
import { sanitize } from '../src/document/sanitize/sanitize.ts'
import { SanitizeError } from '../src/document/sanitize/sanitize-error.ts'
import { largeMarkup } from '../src/testing/attacks/large-markup.ts'

const bar = 500
const growthBar = 8
/**
 * ms; below this growth is not checked: the limits of elements and depth stop such inputs long before they reach the
 * bar.
 */
const tooLittle = 100
const [, , tries = '5'] = process.argv

/** CPU ms of some work without interference. */
function work(act: () => void): number {
  const times = Array.from({ length: Number(tries) }, () => {
    const start = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

/** Sanitizes or refuses; returns which. */
function clean(source: string): string {
  try {
    sanitize(source, { context: 'slide', customClasses: true, mediaHosts: [], appHosts: [] })
    return 'cleaned'
  } catch (error) {
    if (error instanceof SanitizeError) return error.code
    throw error
  }
}

const calm = `<p>${'hello &amp; world '.repeat(55_000)}</p>`
const floor = work(() => serialize(parseFragment(calm)))
console.log(`floor: parse5 alone, a megabyte of text: ${floor.toFixed(0)} ms`)

let missed = 0
const quarters = largeMarkup(1 / 4)
for (const [index, { name, source }] of largeMarkup().entries()) {
  const whole = work(() => clean(source))
  const quarter = work(() => clean(quarters[index]?.source ?? ''))
  const growth = whole > tooLittle ? whole / quarter : 1
  const held = whole <= bar && growth < growthBar
  if (!held) missed += 1
  console.log(
    `${held ? 'ok    ' : 'MISSED'} ${name}: ${whole.toFixed(0)} ms, ${(whole / floor).toFixed(1)}x the floor, ${growth.toFixed(1)}x that of a quarter (${clean(source)})`,
  )
}
console.log(missed === 0 ? 'The claim holds.' : `${missed} missed.`)
process.exitCode = missed === 0 ? 0 : 1
