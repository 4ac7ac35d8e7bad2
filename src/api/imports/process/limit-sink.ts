import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import { ImportError } from '../import-error.ts'
import type { ReaderSink } from './reader.ts'

/**
 * A sink that passes on no more than a deck can have: the server keeps all slides until the last one, and does nothing else
 * while it receives one. Its `slide` throws ImportError beyond that.
 */
export function limitSink(sink: ReaderSink): ReaderSink {
  let characters = 0
  return {
    begin: (head) => sink.begin({ ...head, title: head.title.slice(0, readerLimits.title) }),
    slide: async (slide) => {
      characters += slide.html.length
      if (characters > readerLimits.html) throw new ImportError(importMessages.tooMuch)
      await sink.slide({ ...slide, remarks: slide.remarks.slice(0, limits.import.remarks) })
    },
  }
}
