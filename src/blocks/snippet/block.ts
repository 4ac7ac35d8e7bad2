import type { BlockDefinition } from '../../document/block-definition.ts'
import { innerHtml } from '../../document/html.ts'

/** Markup that no other block claims. */
export interface SnippetProps {
  /** Written as it stands, white space included. */
  readonly html: string
}

/**
 * Foreign markup. With a frame it stands in a wrapper like any other block (a theme's snippet put on a slide); without
 * one it is part of the slide's own flow, as in decks that were written by hand.
 */
export const snippetBlock: BlockDefinition<SnippetProps> & { readonly type: 'snippet' } = {
  type: 'snippet',
  title: 'Snippet',
  hidden: true,
  abilities: { resize: 'box', rotate: true, keepsAspect: false, editsText: false, fragment: true },
  dataAttributes: [],

  defaults: () => ({
    frame: { x: 160, y: 200, width: 640, height: null, rotation: 0 },
    props: { html: '' },
  }),

  parse: (element) => ({ html: innerHtml(element) }),

  render: ({ props }) => props.html,

  sample: () => ({
    id: '00000000000000a9',
    type: 'snippet',
    frame: { x: 0, y: 620, width: 960, height: 80, rotation: 0 },
    name: 'Footer',
    locked: false,
    fragment: null,
    classes: ['footer', 'small'],
    style: [],
    attributes: [],
    props: { html: '\n  <p class="legal">© 2030 <em>A&amp;B</em></p>\n  text after\n' },
  }),
}
