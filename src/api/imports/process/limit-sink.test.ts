import { expect, test } from 'vitest'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import { limitSink } from './limit-sink.ts'
import type { ReadHead, ReadSlide } from './reader.ts'

function takenBy() {
  const taken: { readonly heads: ReadHead[]; readonly slides: ReadSlide[] } = { heads: [], slides: [] }
  const sink = limitSink({
    begin: async (head) => void taken.heads.push(head),
    slide: async (slide) => void taken.slides.push(slide),
  })
  return { ...taken, sink }
}

const slide = (html: string, remarks: readonly string[] = []): ReadSlide => ({ html, media: [], remarks })

test('the server gets no more slides than a deck can have, in characters', async () => {
  const { sink, slides } = takenBy()
  const half = slide('x'.repeat(readerLimits.html / 2))
  await sink.slide(half)
  await sink.slide(half)
  await expect(sink.slide(slide('x'))).rejects.toThrow(importMessages.tooMuch)
  expect(slides).toHaveLength(2)
})

test('the server gets titles and remarks that it can show', async () => {
  const { sink, slides, heads } = takenBy()
  await sink.begin({ slides: 1, title: 't'.repeat(1_000_000), size: { width: 960, height: 700 } })
  await sink.slide(
    slide(
      '',
      Array.from({ length: 100_000 }, (_, at) => `Remark ${at}`),
    ),
  )
  expect(heads[0]!.title).toHaveLength(readerLimits.title)
  expect(slides[0]!.remarks).toHaveLength(limits.import.remarks)
})
