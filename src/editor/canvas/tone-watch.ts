import { dimAttribute, shareOf } from '../../document/background-effects.ts'
import { toneAttribute } from '../../document/background-tone.ts'
import type { Slide, SlideId } from '../../document/deck-model.ts'
import { gradientColors } from '../../document/slide-background.ts'
import { hexColor, parseColor } from '../../rules/colors.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { themeColor } from '../../rules/theme-colors.ts'
import { roleAndOpacityOf, roleColors, type ThemeRoleId, themeRoles } from '../../rules/theme-roles.ts'
import { setSlideAttributes } from '../commands/slide-commands.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { openTheme } from '../themes/open-themes.ts'
import { measureTone, type PictureBackground } from './measure-tone.ts'

/** The delay after the last change before a picture is measured, in ms, so that measuring does not slow down typing. */
const pause = 250

/** The URLs of uploads. The page cannot read the pixels of pictures from other sites. */
const own = /^\/m\//

/**
 * Measures background pictures and gradients when they are set, and stores in the slide whether its text should be light or dark. All
 * views then agree without loading the picture. Slides unchanged since the editor was opened are not measured.
 * `measure` measures one picture. Returns the cleanup function.
 */
export function watchTones(model: EditorModel, measure = measureTone): () => void {
  const watch = new ToneWatch(model, measure)
  const end = model.subscribe(() => watch.check())
  return () => {
    end()
    watch.close()
  }
}

class ToneWatch {
  readonly #model: EditorModel
  readonly #measure: typeof measureTone
  #slides: Readonly<Record<SlideId, Slide>>
  #settings: DeckSettings
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Pictures that could not be measured. They are not measured again. */
  readonly #unreadable = new Set<string>()

  constructor(model: EditorModel, measure: typeof measureTone) {
    this.#model = model
    this.#measure = measure
    const { slides, settings } = model.getState().deck
    this.#slides = slides
    this.#settings = settings
  }

  check(): void {
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
    const [before, oldSettings] = [this.#slides, this.#settings]
    this.#slides = slides
    this.#settings = settings
    for (const slide of Object.values(slides)) {
      const old = before[slide.id]
      if (old === slide && oldSettings === settings) continue
      const [was, is] = [old && keyOf(old, oldSettings), keyOf(slide, settings)]
      const isMeasured = slide.attributes[toneAttribute] !== undefined
      if (is === null && !isMeasured) continue
      // A pasted slide keeps its stored tone.
      if (old === undefined ? !isMeasured : was !== is || (old !== slide && !isMeasured)) void this.#store(slide.id, is)
    }
  }

  /** Stores the tone in the deck and in all undo states in which the slide has the same picture. */
  async #store(id: SlideId, key: string | null): Promise<void> {
    if (key !== null && this.#unreadable.has(key)) return
    const tone = key === null ? null : await this.#measure(JSON.parse(key) as PictureBackground)
    if (key !== null && tone === null) this.#unreadable.add(key)
    const slide = this.#model.getState().deck.slides[id]
    if (!slide || (slide.attributes[toneAttribute] ?? null) === tone) return
    this.#model.apply(
      (deck) => {
        const slide = deck.slides[id]
        if (!slide || keyOf(slide, deck.settings) !== key) return deck
        return setSlideAttributes(id, { [toneAttribute]: tone })(deck)
      },
      { undo: 'none', label: 'Text color', panels: 'after-paint' },
    )
  }
}

/** Serializes everything that the tone depends on, for comparison. Null if nothing can be measured. */
function keyOf({ attributes }: Slide, settings: DeckSettings): string | null {
  const picture = attributes['data-background-image'] ?? ''
  const gradient = attributes['data-background-gradient'] ?? ''
  if (!own.test(picture) && (picture !== '' || gradient === '')) return null
  const theme = roleColorsOf(settings)
  const written = gradient === '' ? [attributes['data-background-color'] ?? ''] : gradientColors(gradient)
  const colors = [theme.background, ...written.map((color) => shownColor(color, theme))]
  const opacity = shareOf(attributes['data-background-opacity'] ?? '1')
  const dim = shareOf(attributes[dimAttribute])
  return JSON.stringify({ picture, opacity, dim, colors } satisfies PictureBackground)
}

/** The colors by role: those of the deck's theme, else those of its color theme. */
function roleColorsOf(settings: DeckSettings): Readonly<Record<ThemeRoleId, string>> {
  const own = openTheme(settings.theme_id)?.variables
  const usual = roleColors(themeColor(settings.theme_color))
  const colors = themeRoles.map(({ id, property }) => {
    const color = own?.[property] ?? usual[id]
    // A theme's accent 1 refers to the property of reveal.js themes.
    return [id, (color === 'var(--r-accent-color)' ? own?.['--r-accent-color'] : color) ?? usual[id]] as const
  })
  return Object.fromEntries(colors) as Record<ThemeRoleId, string>
}

/** A color with the theme's in place of its role; names and functions stay as written. */
function shownColor(color: string, theme: Readonly<Record<ThemeRoleId, string>>): string {
  const themed = roleAndOpacityOf(color)
  const plain = themed && parseColor(theme[themed.role.id])
  return plain ? hexColor({ ...plain, alpha: themed.opacity }) : color
}
