import type { BlockDefinition } from '../../document/block-definition.ts'
import type { BlockTypes } from '../../document/deck-model.ts'
import { innerHtml } from '../../document/html.ts'

/** Markup that no other block type claims: unchanged source, white space included. */
export type SnippetProps = BlockTypes['snippet']

/**
 * Foreign markup. With a frame it has a wrapper like any other block (a theme's snippet on a slide); without one it is
 * in the slide's own flow, as in hand-written decks.
 */
export const snippetBlock: BlockDefinition<SnippetProps> & { readonly type: 'snippet' } = {
  type: 'snippet',
  title: 'Snippet',
  hidden: true,
  capabilities: { resize: 'box', rotate: true, keepsAspect: false, editsText: false, fragment: true },
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
