import { groundAttribute } from '../../document/slide-ground.ts'
import type { Slide, SlideId } from '../../document/types.ts'
import type { DeckSettings } from '../../rules/deck-fields.ts'
import { themeColor } from '../../rules/theme-colors.ts'
import { setSlideAttributes } from '../commands/slide-commands.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { measureGround, type PictureGround } from './measure-ground.ts'

/** How long the deck must be left alone before a picture is measured, in ms: typing comes first. */
const pause = 250

/** Only what was uploaded here can be read: pictures from elsewhere are shown, but their pixels are no page's to see. */
const own = /^\/m\//

/**
 * Measures the pictures behind slides as they are put there, and stores in the slide whether text on them should be
 * light or dark: everything that shows the slide then agrees, and nothing else has to load the picture for it. What was
 * not changed since the editor was opened is left as it is. `measure`: what looks at a picture. Returns what ends it.
 */
export function watchGrounds(model: EditorModel, measure = measureGround): () => void {
  const watch = new GroundWatch(model, measure)
  const end = model.subscribe(() => watch.look())
  return () => {
    end()
    watch.close()
  }
}

class GroundWatch {
  readonly #model: EditorModel
  readonly #measure: typeof measureGround
  #slides: Readonly<Record<SlideId, Slide>>
  #settings: DeckSettings
  #timer: ReturnType<typeof setTimeout> | undefined
  /** What could not be measured is not tried again with every change of its slide. */
  readonly #unreadable = new Set<string>()

  constructor(model: EditorModel, measure: typeof measureGround) {
    this.#model = model
    this.#measure = measure
    const { slides, settings } = model.getState().deck
    this.#slides = slides
    this.#settings = settings
  }

  look(): void {
    const { slides, settings } = this.#model.getState().deck
    if (slides === this.#slides && settings === this.#settings) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#run(), pause)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #run(): void {
    const { slides, settings } = this.#model.getState().deck
    const [before, look] = [this.#slides, this.#settings]
    this.#slides = slides
    this.#settings = settings
    for (const slide of Object.values(slides)) {
      const old = before[slide.id]
      if (old === slide && look === settings) continue
      const [was, is] = [old && keyOf(old, look), keyOf(slide, settings)]
      const known = slide.attributes[groundAttribute] !== undefined
      if (is === null && !known) continue
      // A slide that came with what was measured elsewhere keeps it.
      if (old === undefined ? !known : was !== is || (old !== slide && !known)) void this.#store(slide.id, is)
    }
  }

  /** Stored in every deck that undo can go back to, as far as the same picture stands there. */
  async #store(id: SlideId, key: string | null): Promise<void> {
    if (key !== null && this.#unreadable.has(key)) return
    const ground = key === null ? null : await this.#measure(JSON.parse(key) as PictureGround)
    if (key !== null && ground === null) this.#unreadable.add(key)
    const slide = this.#model.getState().deck.slides[id]
    if (!slide || (slide.attributes[groundAttribute] ?? null) === ground) return
    this.#model.apply(
      (deck) => {
        const slide = deck.slides[id]
        if (!slide || keyOf(slide, deck.settings) !== key) return deck
        return setSlideAttributes(id, { [groundAttribute]: ground })(deck)
      },
      { undo: 'none', label: 'Text colour', panels: 'after-paint' },
    )
  }
}

/** What the ground depends on, as text that can be compared; null when there is nothing that can be measured. */
function keyOf({ attributes }: Slide, settings: DeckSettings): string | null {
  const picture = attributes['data-background-image'] ?? ''
  if (!own.test(picture)) return null
  const given = Number(attributes['data-background-opacity'] ?? 1)
  const opacity = Number.isFinite(given) ? given : 1
  const color = attributes['data-background-color'] ?? themeColor(settings.theme_color).background
  return JSON.stringify({ picture, opacity, color } satisfies PictureGround)
}
