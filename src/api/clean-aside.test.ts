import { expect, test } from 'vitest'
import { cleanDrawingAside, prepareContentAside } from './clean-aside.ts'

const rules = { customClasses: false, mediaHosts: [], appHosts: ['localhost'] }
const slide = (inner: string) => `<section data-id="${'a'.repeat(32)}">${inner}</section>`

/** Whether others got their turn while something was done. */
async function othersTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await work.catch(() => undefined)
  clearInterval(timer)
  return turns
}

test('nobody waits while a large deck or drawing is cleaned', async () => {
  const deck = prepareContentAside({ data: slide('<p onclick="x">word</p>'.repeat(15_000)) }, rules)
  expect(await othersTurns(deck)).toBeGreaterThan(5)
  expect(await deck).toMatchObject({ whole: true, slides: [{ slide_id: 'a'.repeat(32) }] })
  const path = '<path d="M1 1L2 2" onclick="x"/>'.repeat(12_000)
  const drawing = cleanDrawingAside(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${path}</svg>`, rules)
  expect(await othersTurns(drawing)).toBeGreaterThan(5)
  expect(await drawing).not.toContain('onclick')
})

test('what is refused is refused in the same words, whether large or small', async () => {
  const large = slide('x'.repeat(1_000_001))
  await expect(prepareContentAside({ slides: { changed: { ['a'.repeat(32)]: large } } }, rules)).rejects.toMatchObject({
    status: 413,
  })
  const second = slide('a'.repeat(400_000))
  const misnamed = prepareContentAside({ slides: { changed: { ['b'.repeat(32)]: second } } }, rules)
  await expect(misnamed).rejects.toMatchObject({
    status: 422,
    fields: { slides: [expect.stringContaining('data-id')] },
  })
  await expect(cleanDrawingAside(`<html>${'x'.repeat(400_000)}`, rules)).rejects.toMatchObject({ status: 422 })
})
