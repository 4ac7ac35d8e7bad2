import { attribute, escapeAttribute, type HtmlElement } from '../document/html.ts'
import type { LinkProps } from './block-link.ts'

/** What videos and sounds have in common: an address and how they are played. */
export interface MediaProps extends LinkProps {
  /** The URL, at most 2000 characters; '' is an empty placeholder. */
  readonly src: string
  /** Accessible name. */
  readonly title: string
  readonly controls: boolean
  /** Starts when its slide, or the step that shows it, is reached. */
  readonly autoplay: boolean
  readonly loop: boolean
  /** Goes on when the slide is left. */
  readonly across: boolean
  /** The played part, in seconds; an end of 0 is the end of the file. */
  readonly start: number
  readonly end: number
}

/** The attributes of MediaProps that reveal.js and HTML have no names for. */
export const mediaAttributes = ['data-l-start', 'data-l-end', 'data-l-across'] as const

/** Props of a new block. */
export const newMedia: MediaProps = {
  src: '',
  title: '',
  ...{ controls: true, autoplay: false, loop: false, across: false },
  ...{ start: 0, end: 0 },
  link: '',
}

/** Writes a boolean attribute as browsers serialize it. */
export const flagOf = (name: string, isOn: boolean): string => (isOn ? ` ${name}=""` : '')

/** Writes autoplay, the played part and whether it continues, for any element. */
export function renderPlayback({ autoplay, across, start, end }: MediaProps): string {
  const from = start > 0 ? ` data-l-start="${start}"` : ''
  const to = end > 0 ? ` data-l-end="${end}"` : ''
  return `${flagOf('data-autoplay', autoplay)}${from}${to}${across ? ' data-l-across="on"' : ''}`
}

/** Reads what renderPlayback writes. Null if a time is no number. */
export function readPlayback(element: HtmlElement): Pick<MediaProps, 'autoplay' | 'across' | 'start' | 'end'> | null {
  const [start, end] = [secondsOf(element, 'data-l-start'), secondsOf(element, 'data-l-end')]
  if (start === null || end === null) return null
  const autoplay = attribute(element, 'data-autoplay') !== null
  return { autoplay, across: attribute(element, 'data-l-across') === 'on', start, end }
}

function secondsOf(element: HtmlElement, name: string): number | null {
  const text = attribute(element, name) ?? '0'
  return /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : null
}

/** Reads the props of a `video` or `audio` element, as far as both have them. */
export function readMedia(element: HtmlElement): Omit<MediaProps, 'link'> | null {
  const playback = readPlayback(element)
  const has = (name: string): boolean => attribute(element, name) !== null
  return (
    playback && {
      src: attribute(element, 'src') ?? '',
      title: attribute(element, 'aria-label') ?? '',
      controls: has('controls'),
      loop: has('loop'),
      ...playback,
    }
  )
}

/** Writes the attributes that `video` and `audio` have in common; `more` come after the address. */
export function renderMedia(props: MediaProps, more: string): string {
  const src = props.src === '' ? '' : ` src="${escapeAttribute(props.src)}"`
  const title = props.title === '' ? '' : ` aria-label="${escapeAttribute(props.title)}"`
  return `${src}${title}${flagOf('controls', props.controls)}${flagOf('loop', props.loop)}${more}${renderPlayback(props)}`
}
