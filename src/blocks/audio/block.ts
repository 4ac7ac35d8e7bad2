import type { BlockDefinition } from '../../document/block-definition.ts'
import { isTag } from '../../document/html.ts'
import { linkOver, withoutLink } from '../block-link.ts'
import { type MediaProps, mediaAttributes, newMedia, readMedia, renderMedia } from '../media-props.ts'

/** A sound: a file by its URL. Without controls it is invisible. */
export type AudioProps = MediaProps

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly audio: AudioProps
  }
}

/** A sound. The markup is that of reveal.js, so that plain reveal.js starts and stops it too. */
export const audioBlock: BlockDefinition<AudioProps> & { readonly type: 'audio' } = {
  type: 'audio',
  title: 'Audio',
  hidden: false,
  isRare: true,
  capabilities: { resize: 'box', rotate: false, keepsAspect: false, editsText: false, fragment: true },
  dataAttributes: mediaAttributes,

  defaults: () => ({ frame: { x: 280, y: 323, width: 400, height: 54, rotation: 0 }, props: newMedia }),

  parse(element) {
    const inside = withoutLink(element)
    const player = inside?.content.length === 1 && isTag(inside.content[0]!, 'audio') ? inside.content[0]! : null
    const media = player && readMedia(player)
    return inside && media ? { ...media, link: inside.link } : null
  },

  render: ({ props }) => linkOver(props.link, `<audio${renderMedia(props, '')}></audio>`),

  sample: () => ({
    id: '00000000000000ae',
    type: 'audio',
    frame: { x: 40, y: 400, width: 400, height: 54, rotation: 0 },
    name: 'Music',
    locked: false,
    fragment: null,
    classes: [],
    style: [],
    attributes: [],
    props: {
      src: 'https://sounds.example/a.mp3?x=1&y=2',
      title: 'Music & "noise"',
      ...{ controls: true, autoplay: true, loop: true, across: true },
      ...{ start: 1.5, end: 60 },
      link: 'https://sounds.example/',
    },
  }),
}
