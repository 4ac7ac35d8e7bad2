import type { BlockDefinition } from '../../document/block-definition.ts'
import { attribute, escapeAttribute, type HtmlElement, isTag } from '../../document/html.ts'
import { linkOver, withoutLink } from '../block-link.ts'
import {
  flagOf,
  type MediaProps,
  mediaAttributes,
  newMedia,
  readMedia,
  readPlayback,
  renderMedia,
  renderPlayback,
} from '../media-props.ts'
import { embedAddress, isEmbed, withoutOptions } from './embed-address.ts'

/** A video: a file by its URL, or one of YouTube or Vimeo in the site's own player. */
export interface VideoProps extends MediaProps {
  readonly muted: boolean
  /** Picture before it plays; '' is its first frame. Embedded players have their own. */
  readonly poster: string
}

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly video: VideoProps
  }
}

/** A video. The markup is that of reveal.js, so that plain reveal.js starts and stops it too. */
export const videoBlock: BlockDefinition<VideoProps> & { readonly type: 'video' } = {
  type: 'video',
  title: 'Video',
  hidden: false,
  isRare: true,
  capabilities: { resize: 'box', rotate: true, keepsAspect: true, editsText: false, fragment: true },
  dataAttributes: ['data-l-playback', ...mediaAttributes],

  defaults: () => ({
    frame: { x: 160, y: 170, width: 640, height: 360, rotation: 0 },
    props: { ...newMedia, muted: false, poster: '' },
  }),

  parse(element) {
    const inside = withoutLink(element)
    const player = inside?.content.length === 1 ? inside.content[0]! : null
    if (!inside || !player) return null
    const props = isTag(player, 'video') ? readVideo(player) : isTag(player, 'iframe') ? readEmbed(player) : null
    return props && { ...props, link: inside.link }
  },

  render: ({ props }) => linkOver(props.link, isEmbed(props.src) ? renderEmbed(props) : renderVideo(props)),

  sample: () => ({
    id: '00000000000000ad',
    type: 'video',
    frame: { x: 40, y: 40, width: 640, height: 360, rotation: 3 },
    name: 'Film',
    locked: false,
    fragment: { style: '', index: 0 },
    classes: [],
    style: [],
    attributes: [],
    props: {
      src: 'https://films.example/a.webm?x=1&y=2',
      title: 'A film of 3 minutes & more',
      poster: 'https://films.example/a.jpg?x=1&y=2',
      ...{ controls: true, autoplay: true, loop: true, muted: true, across: true },
      ...{ start: 5, end: 12.5 },
      link: '#/2/1',
    },
  }),
}

type Video = Omit<VideoProps, 'link'>

function readVideo(element: HtmlElement): Video | null {
  const media = readMedia(element)
  const muted = attribute(element, 'muted') !== null
  return media && { ...media, muted, poster: attribute(element, 'poster') ?? '' }
}

function renderVideo(props: VideoProps): string {
  const poster = props.poster === '' ? '' : ` poster="${escapeAttribute(props.poster)}"`
  return `<video${renderMedia(props, `${flagOf('muted', props.muted)} playsinline=""${poster}`)}></video>`
}

const embedWords = ['controls', 'loop', 'muted'] as const

function readEmbed(element: HtmlElement): Video | null {
  const playback = readPlayback(element)
  const words = (attribute(element, 'data-l-playback') ?? '').split(' ')
  const src = withoutOptions(attribute(element, 'src') ?? '')
  if (!playback || !isEmbed(src)) return null
  const [controls, loop, muted] = embedWords.map((word) => words.includes(word)) as [boolean, boolean, boolean]
  return { src, title: attribute(element, 'title') ?? '', controls, loop, muted, poster: '', ...playback }
}

function renderEmbed(props: VideoProps): string {
  const words = embedWords.filter((word) => props[word]).join(' ')
  const title = props.title === '' ? '' : ` title="${escapeAttribute(props.title)}"`
  const src = escapeAttribute(embedAddress(props.src, props))
  return `<iframe src="${src}"${title} data-l-playback="${words}"${renderPlayback(props)}></iframe>`
}
