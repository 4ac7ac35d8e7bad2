import type { BlockDefinition } from '../../document/block-definition.ts'
import { attribute, escapeAttribute, isTag } from '../../document/html.ts'
import { type LinkProps, linkOver, withoutLink } from '../block-link.ts'

/** An embedded page or video. */
export interface IframeProps extends LinkProps {
  /** Its https URL, at most 2000 characters; '' is an empty placeholder. */
  readonly src: string
  /** Accessible name. */
  readonly title: string
}

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly iframe: IframeProps
  }
}

/** An embedded page. Its permissions are set by the sanitizer, never by the deck. */
export const iframeBlock: BlockDefinition<IframeProps> & { readonly type: 'iframe' } = {
  type: 'iframe',
  title: 'Iframe',
  hidden: false,
  capabilities: { resize: 'box', rotate: false, keepsAspect: false, editsText: false, fragment: true },
  dataAttributes: [],

  defaults: () => ({
    frame: { x: 200, y: 170, width: 560, height: 360, rotation: 0 },
    props: { src: '', title: 'Embedded page', link: '' },
  }),

  parse(element) {
    const inside = withoutLink(element)
    const place = inside?.content.length === 1 ? inside.content[0]! : null
    if (!inside || !place || !(isTag(place, 'iframe') || isTag(place, 'div'))) return null
    return { src: attribute(place, 'src') ?? '', title: attribute(place, 'title') ?? '', link: inside.link }
  },

  render({ props }) {
    const title = props.title === '' ? '' : ` title="${escapeAttribute(props.title)}"`
    // The sanitizer refuses an iframe without a URL.
    const page = `<iframe src="${escapeAttribute(props.src)}"${title}></iframe>`
    return linkOver(props.link, props.src === '' ? `<div class="block-content"${title}></div>` : page)
  },

  sample: () => ({
    id: '00000000000000a5',
    type: 'iframe',
    frame: { x: 40, y: 40, width: 640, height: 360, rotation: 0 },
    name: 'Film',
    locked: false,
    fragment: null,
    classes: [],
    style: [],
    attributes: [],
    props: { src: 'https://video.example/embed/abc?rel=0&start=5', title: 'A film of 3 minutes', link: '#/2/1' },
  }),
}
