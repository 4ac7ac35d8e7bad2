import { limits } from '../../rules/limits.ts'
import type { ImportRemark } from '../../server/db/import-tables.ts'
import type { ReadMedia, ReadSlide } from './process/reader.ts'
import type { StoredMedia } from './store-media.ts'

/** The slides of an import, with their media stored. */
export interface CollectedSlides {
  add(slide: ReadSlide): Promise<void>
  readonly html: readonly string[]
  readonly images: readonly string[]
  readonly report: readonly ImportRemark[]
  /** Adds what the author should know of the whole file. */
  remark(message: string): void
  /** A text with the URLs of stored media. */
  withUrls(text: string): string
}

/** A report with the ids that the slides have in the deck, in the order of the file. */
export function withSlideIds(report: readonly ImportRemark[], ids: readonly string[]): ImportRemark[] {
  return report.map((remark) => ({
    ...remark,
    slide_id: remark.slide === null ? null : (ids[remark.slide - 1] ?? null),
  }))
}

/** How slides refer to media that are not stored yet. */
const reference = /import:([A-Za-z0-9._-]{1,100})/g

/** Collects slides: stores their media, and puts the URLs into their HTML. A file that is refused leaves an empty place. */
export function collectSlides(media: StoredMedia): CollectedSlides {
  const html: string[] = []
  const images: string[] = []
  const report: ImportRemark[] = []
  const urls = new Map<string, string>()
  const remark = (message: string): void => {
    if (report.length < limits.import.remarks) report.push({ slide: html.length + 1, message })
  }
  const withUrls = (text: string): string => text.replaceAll(reference, (_, name: string) => urls.get(name) ?? '')
  const store = async (one: ReadMedia): Promise<void> => {
    const stored = await media.add(one)
    if ('refused' in stored) remark(`${one.label} was left out: ${stored.refused}`)
    else {
      urls.set(one.name, stored.url)
      images.push(stored.url)
    }
  }
  return {
    ...{ html, images, report },
    async add(slide) {
      for (const one of slide.media) await store(one)
      for (const message of slide.remarks) remark(message)
      html.push(withUrls(slide.html))
    },
    remark: (message) => void report.unshift({ slide: null, message }),
    withUrls,
  }
}
