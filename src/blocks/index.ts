import type { BlockDefinition } from '../document/block-definition.ts'
import type { BlockType, BlockTypes } from '../document/deck-model.ts'
import { audioBlock } from './audio/block.ts'
import { chartBlock } from './chart/block.ts'
import { codeBlock } from './code/block.ts'
import { iframeBlock } from './iframe/block.ts'
import { imageBlock } from './image/block.ts'
import { lineBlock } from './line/block.ts'
import { mathBlock } from './math/block.ts'
import { shapeBlock } from './shape/block.ts'
import { snippetBlock } from './snippet/block.ts'
import { tableBlock } from './table/block.ts'
import { textBlock } from './text/block.ts'
import { videoBlock } from './video/block.ts'

/** All block types by name, with their props. A missing type does not compile. */
export const blockTypes = {
  text: textBlock,
  image: imageBlock,
  shape: shapeBlock,
  line: lineBlock,
  iframe: iframeBlock,
  table: tableBlock,
  code: codeBlock,
  math: mathBlock,
  video: videoBlock,
  audio: audioBlock,
  chart: chartBlock,
  snippet: snippetBlock,
} satisfies { readonly [T in BlockType]: BlockDefinition<BlockTypes[T]> & { readonly type: T } }

/** The props of a block type: PropsOf<'text'>. */
export type PropsOf<T extends BlockType> = BlockTypes[T]

/** All block types, in display order. */
export const blocks: readonly BlockDefinition<unknown>[] = Object.values(blockTypes)

/** The data-l-… attributes of all blocks, which the sanitizer allows in addition to its own. */
export const blockDataAttributes: readonly string[] = [...new Set(blocks.flatMap((block) => block.dataAttributes))]
