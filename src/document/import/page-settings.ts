import type { DeckSettings } from '../../rules/deck-columns.ts'
import { isSlideSize, slideSizeText } from '../../rules/slide-size.ts'
import { backgroundTransitions, isAutoSlideInterval, transitions } from '../../rules/transitions.ts'
import type { ForeignPage } from './foreign-page.ts'

/** The options that a page gives to reveal.js, as far as decks have them. */

/** The text of the options: what follows the call that starts reveal.js. */
function optionsIn(scripts: readonly string[]): string {
  const text = scripts.join('\n').replace(/\/\*[\s\S]*?\*\/|(?<![:'"\w])\/\/[^\n]*/g, '')
  const start = /Reveal\s*\.\s*(?:initialize|configure)\s*\(|new\s+Reveal\s*\(/.exec(text)
  return start ? text.slice(start.index, start.index + 8_000) : ''
}

function optionOf(options: string, name: string): string | null {
  const match = new RegExp(`(?:^|[\\s{,'"])${name}['"]?\\s*:\\s*(?:'([^']*)'|"([^"]*)"|([\\w.]+))`).exec(options)
  return match ? (match[1] ?? match[2] ?? match[3] ?? null) : null
}

/** The size of the slides; null: as reveal.js has it, 960 x 700. */
function sizeOf(options: string): string | null {
  const side = (name: string, initial: number): number => {
    const value = Number.parseFloat(optionOf(options, name) ?? '')
    // A share of the window, such as '100%'.
    const isShare = /%/.test(new RegExp(`${name}\\s*:\\s*['"][^'"]*`).exec(options)?.[0] ?? '')
    return Number.isFinite(value) && !isShare ? value : initial
  }
  const text = slideSizeText({ width: side('width', 960), height: side('height', 700) })
  return isSlideSize(text) ? text : null
}

const flag = (value: string | null): boolean | null => (value === 'true' ? true : value === 'false' ? false : null)

/** The settings of a page's deck that exist here. reveal.js's own initial values count where the page says nothing. */
export function settingsOfPage({ scripts, classes }: ForeignPage): Partial<DeckSettings> {
  const options = optionsIn(scripts)
  const transition = optionOf(options, 'transition')
  const background = optionOf(options, 'backgroundTransition')
  const interval = Number(optionOf(options, 'autoSlide') ?? 0)
  const number = optionOf(options, 'slideNumber')
  const size = sizeOf(options)
  return {
    ...(size ? { slide_size: size } : {}),
    ...(transitions.some(({ id }) => id === transition) ? { transition: transition as string } : {}),
    ...(backgroundTransitions.some(({ id }) => id === background)
      ? { background_transition: background as string }
      : {}),
    center: flag(optionOf(options, 'center')) ?? true,
    should_loop: flag(optionOf(options, 'loop')) ?? false,
    rtl: flag(optionOf(options, 'rtl')) ?? classes.includes('rtl'),
    slide_number: number !== null && number !== 'false',
    ...(isAutoSlideInterval(interval) ? { auto_slide_interval: interval } : {}),
  }
}
