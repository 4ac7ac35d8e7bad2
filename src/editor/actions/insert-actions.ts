import { Circle, ImagePlus, Images, Puzzle, Slash, Smile, Square, Type } from 'lucide-react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import { blocks } from '../../blocks/index.ts'
import type { BlockType } from '../../document/deck-model.ts'
import type { Action } from './action.ts'
import { insertableTypes, insertBlock } from './insert-block.ts'
import { insertFromLibrary } from './insert-images.ts'

function insert(type: BlockType): Action {
  const title = blocks.find((definition) => definition.type === type)!.title
  return {
    id: `insert-${type}`,
    label: title,
    icon: editorOf(type)!.icon,
    group: 'insert',
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    run: (editor) => insertBlock(editor, type),
  }
}

function draw(
  id: string,
  label: string,
  icon: IconComponent,
  key: string,
  type: BlockType,
  props: Readonly<Record<string, unknown>> = {},
): Action {
  return {
    id,
    label,
    icon,
    group: 'insert',
    shortcuts: [key],
    scope: 'canvas',
    when: (state) => state.selection.length === 0 && state.editing === null,
    isOn: ({ tool }) => tool.kind === 'draw' && tool.type === type,
    run: ({ model }) => model.show({ tool: { kind: 'draw', type, props } }),
  }
}

/** Adds new blocks in the middle of the slide, or draws them. An image needs a file or a URL first. */
export const insertActions: readonly Action[] = [
  ...insertableTypes.filter((type) => type !== 'image').map(insert),
  {
    id: 'insert-image',
    label: 'Image',
    icon: ImagePlus,
    group: 'insert',
    shortcuts: ['I'],
    scope: 'canvas',
    when: (state) => state.selection.length === 0,
    run: ({ model }) => model.show({ dialog: 'insert-image' }),
  },
  {
    id: 'media-library',
    label: 'Media library',
    icon: Images,
    group: 'insert',
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    run: (editor) => {
      editor.model.stopEditing()
      void insertFromLibrary(editor)
    },
  },
  {
    id: 'insert-icon',
    label: 'Insert icon',
    icon: Smile,
    group: 'insert',
    shortcuts: [],
    scope: 'canvas',
    when: () => true,
    run: ({ model }) => {
      model.stopEditing()
      model.show({ dialog: 'insert-icon' })
    },
  },
  {
    id: 'insert-snippet',
    label: 'Insert snippet',
    icon: Puzzle,
    group: 'insert',
    shortcuts: [],
    scope: 'both',
    when: () => true,
    // The text selection is kept: a snippet may wrap it.
    run: ({ model }) => model.show({ dialog: 'insert-snippet' }),
  },
  draw('draw-text', 'Draw a text box', Type, 'T', 'text'),
  draw('draw-rectangle', 'Draw a rectangle', Square, 'R', 'shape', { shape: 'rectangle' }),
  draw('draw-ellipse', 'Draw an ellipse', Circle, 'O', 'shape', { shape: 'ellipse' }),
  draw('draw-line', 'Draw a line', Slash, 'L', 'line'),
]
