import { useEffect, useMemo, useRef, useState } from 'react'
import type { Deck, Slide, SlideId } from '../../document/deck-model.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import { useStore } from '../../ui/store.ts'
import { type HiddenFrame, openHiddenFrame } from '../canvas/hidden-frame.ts'
import { slideOrder } from '../commands/find-slide.ts'
import { deckFonts } from '../fonts/deck-fonts.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { findingsOf } from './deck-findings.ts'
import type { Finding } from './finding.ts'
import { measureSlide } from './measure-slide.ts'
import type { SlideFacts } from './slide-facts.ts'

/** The delay after the last change before slides are drawn again, in ms, so that checking does not slow down typing. */
const pause = 300

/** The progress of a check. */
export interface Check {
  readonly findings: readonly Finding[]
  /** `failed`: slides cannot be drawn, for example offline; what needs no drawing is still checked. */
  readonly state: 'running' | 'done' | 'failed'
  /** The slides whose contrast is not known, in their order. */
  readonly unmeasured: readonly SlideId[]
}

/** Checks the deck, and checks changed slides again, while the component is shown. */
export function useFindings(): Check {
  const { model } = useEditorInstance()
  const deck = useEditor((state) => state.deck)
  const overflow = useEditor((state) => state.overflow)
  const fonts = useStore(deckFonts(model))
  const [measured, setMeasured] = useState<Measured>({ facts: new Map(), families: [], state: 'running' })
  const drawing = useRef<SlideDrawing | null>(null)
  const { width, height } = slideSizeOf(deck.settings.slide_size)
  // biome-ignore lint/correctness/useExhaustiveDependencies: slides of another size need another frame
  useEffect(
    () => () => {
      drawing.current?.close()
      drawing.current = null
    },
    [width, height],
  )
  useEffect(() => {
    drawing.current ??= new SlideDrawing(width, height)
    return drawing.current.run(deck, setMeasured)
  }, [deck, width, height])
  return useMemo(() => {
    const slides = Object.fromEntries(
      Object.values(deck.slides).flatMap((slide) => {
        const facts = measured.facts.get(slide)
        return facts ? [[slide.id, facts] as const] : []
      }),
    )
    const families = fonts.state === 'loading' ? null : [...fonts.families, ...measured.families]
    const unmeasured = slideOrder(deck).filter(
      (id) => slides[id]?.isContrastUnknown && deck.slides[id]!.attributes['data-visibility'] !== 'hidden',
    )
    return { findings: findingsOf(deck, { slides, families }, overflow), state: measured.state, unmeasured }
  }, [deck, overflow, fonts, measured])
}

interface Measured {
  readonly facts: ReadonlyMap<Slide, SlideFacts>
  /** Families of the drawn slides' document. */
  readonly families: readonly string[]
  readonly state: Check['state']
}

/** Draws slides in an invisible frame, each once for the same settings. */
class SlideDrawing {
  readonly #hidden: HiddenFrame
  #facts = new Map<Slide, SlideFacts>()
  #settings: DeckSettings | null = null

  constructor(width: number, height: number) {
    this.#hidden = openHiddenFrame({ width, height })
  }

  close(): void {
    this.#hidden.remove()
  }

  /** Draws the slides that are new or changed. Returns a function that stops it. */
  run(deck: Deck, report: (measured: Measured) => void): () => void {
    let stopped = false
    const timer = setTimeout(() => {
      this.#measure(deck, report, () => stopped).catch(() => {
        if (!stopped) report({ facts: this.#facts, families: [], state: 'failed' })
      })
    }, pause)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }

  async #measure(deck: Deck, report: (measured: Measured) => void, stopped: () => boolean): Promise<void> {
    const frame = await this.#hidden.frame
    if (this.#settings !== deck.settings) this.#facts = new Map()
    this.#settings = deck.settings
    const slides = slideOrder(deck).map((id) => deck.slides[id]!)
    this.#facts = new Map([...this.#facts].filter(([slide]) => slides.includes(slide)))
    const tell = (state: Check['state']): void =>
      report({
        facts: new Map(this.#facts),
        families: [...frame.document.fonts].map((face) => face.family.replace(/^["']|["']$/g, '')),
        state,
      })
    for (const slide of slides) {
      if (stopped()) return
      if (this.#facts.has(slide)) continue
      const facts = await measureSlide(frame, slide, deck.settings)
      if (stopped()) return
      this.#facts.set(slide, facts)
      tell('running')
      // Input is handled between slides.
      await new Promise((resolve) => setTimeout(resolve))
    }
    if (!stopped()) tell('done')
  }
}
