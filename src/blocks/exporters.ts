import type { BlockType, BlockTypes } from '../document/deck-model.ts'
import type { BlockExporter } from '../document/powerpoint/block-exporter.ts'
import { audioExporter } from './audio/export.ts'
import { chartExporter } from './chart/export.ts'
import { codeExporter } from './code/export.ts'
import { iframeExporter } from './iframe/export.ts'
import { imageExporter } from './image/export.ts'
import { lineExporter } from './line/export.ts'
import { shapeExporter } from './shape/export.ts'
import { videoExporter } from './video/export.ts'

/** The exporters by block type. What others paint is what they are: texts, tables, formulas. */
export const exporters: { readonly [T in BlockType]?: BlockExporter<BlockTypes[T]> } = {
  audio: audioExporter,
  chart: chartExporter,
  code: codeExporter,
  iframe: iframeExporter,
  image: imageExporter,
  line: lineExporter,
  shape: shapeExporter,
  video: videoExporter,
}
