import { expect, test } from 'vitest'
import { prepareContentInWorker, sanitizeSvgInWorker } from './sanitize-in-worker.ts'

const rules = { customClasses: false, mediaHosts: [], appHosts: ['localhost'] }
const slide = (inner: string) => `<section data-id="${'a'.repeat(32)}">${inner}</section>`

/** Counts the timer callbacks that ran while `work` was pending. */
async function timerCallbacks(work: Promise<unknown>): Promise<number> {
  let callbacks = 0
  const timer = setInterval(() => {
    callbacks += 1
  }, 1)
  await work.catch(() => undefined)
  clearInterval(timer)
  return callbacks
}

test('sanitizing a large deck or SVG does not block the event loop', async () => {
  const deck = prepareContentInWorker({ data: slide('<p onclick="x">word</p>'.repeat(15_000)) }, rules)
  expect(await timerCallbacks(deck)).toBeGreaterThan(5)
  expect(await deck).toMatchObject({ whole: true, slides: [{ slide_id: 'a'.repeat(32) }] })
  const path = '<path d="M1 1L2 2" onclick="x"/>'.repeat(12_000)
  const drawing = sanitizeSvgInWorker(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${path}</svg>`, rules)
  expect(await timerCallbacks(drawing)).toBeGreaterThan(5)
  expect(await drawing).not.toContain('onclick')
})

test('large and small content are refused with the same errors', async () => {
  const large = slide('x'.repeat(1_000_001))
  await expect(
    prepareContentInWorker({ slides: { changed: { ['a'.repeat(32)]: large } } }, rules),
  ).rejects.toMatchObject({
    status: 413,
  })
  const second = slide('a'.repeat(400_000))
  const misnamed = prepareContentInWorker({ slides: { changed: { ['b'.repeat(32)]: second } } }, rules)
  await expect(misnamed).rejects.toMatchObject({
    status: 422,
    fields: { slides: [expect.stringContaining('data-id')] },
  })
  await expect(sanitizeSvgInWorker(`<html>${'x'.repeat(400_000)}`, rules)).rejects.toMatchObject({ status: 422 })
})
