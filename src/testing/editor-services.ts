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

/** Editor services without a page: a clock that only the test advances, and a record of all calls. */
export interface RecordedServices extends EditorServices {
  /** Messages shown so far. */
  readonly notices: string[]
  /** The actions of these messages; null for a message without one. */
  readonly offers: readonly ({ readonly label: string; run(): void } | null)[]
  /** Number of requested saves. */
  readonly saves: { count: number }
  /** Start slides of opened presentations; null: the first. */
  readonly presented: (string | null)[]
  /** Advances the clock by ms. */
  pass(ms: number): void
}

/** Services for one test. `answer`: result of every dialog. */
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
    chooseImages: () => Promise.resolve(null),
    chooseVideo: null,
    loadSanitizer: () => null,
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
    billing: true,
    openHelp: () => {},
    present: (slideId) => {
      presented.push(slideId)
    },
  }
}
