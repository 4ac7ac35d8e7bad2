import { blockDataAttributes } from '../blocks/index.ts'
import { type SanitizeOptions, sanitize } from '../document/sanitize/sanitize.ts'
import type { EditorServices } from '../editor/state/services.ts'

const cleaning: SanitizeOptions = {
  context: 'import',
  customClasses: false,
  mediaHosts: [],
  appHosts: ['lectern.test'],
  blockAttributes: blockDataAttributes,
}

/** Editor services that need no page: a clock that only the test moves, and a record of what was asked for. */
export interface RecordedServices extends EditorServices {
  /** Messages shown so far. */
  readonly notices: string[]
  /** What each of them offered to do about it. */
  readonly offers: readonly ({ readonly label: string; run(): void } | null)[]
  /** How often a save was asked for. */
  readonly saves: { count: number }
  /** Slides the presentation was opened on; null: at the start. */
  readonly presented: (string | null)[]
  /** Lets time pass, in ms. */
  pass(ms: number): void
}

/** Services for one test. `answer`: what people say to questions. */
export function recordedServices(answer = true): RecordedServices {
  let now = 0
  const notices: string[] = []
  const offers: ({ readonly label: string; run(): void } | null)[] = []
  const saves = { count: 0 }
  const presented: (string | null)[] = []
  return {
    notices,
    saves,
    presented,
    pass: (ms) => {
      now += ms
    },
    now: () => now,
    upload: (file, onProgress) => {
      onProgress(1)
      return Promise.resolve({ url: `/m/${file.name}`, width: 640, height: 480 })
    },
    sanitize: (html) => sanitize(html, cleaning).html,
    clean: (html, context) => sanitize(html, { ...cleaning, context }),
    notify: (message, _kind, action) => {
      notices.push(message)
      offers.push(action ?? null)
    },
    offers,
    confirm: () => Promise.resolve(answer),
    slugIsFree: () => Promise.resolve(true),
    save: () => {
      saves.count++
    },
    openHelp: () => {},
    present: (slideId) => {
      presented.push(slideId)
    },
  }
}
