import type { Block } from '../../../document/deck-model.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { makeBlock, plainPicture } from '../make-block.ts'
import { frameOf, groupPlace, type Place, readBox } from './boxes.ts'
import { chartBlocks } from './charts.ts'
import { diagramRows } from './diagram-rows.ts'
import { pictureBlocks } from './pictures.ts'
import { altOf, nameOf, shapeBlocks } from './shapes.ts'
import { altWithWords, type Part, readPart, relationOf, type SlideContext, takeMedia } from './slide-context.ts'
import { tableBlock } from './tables.ts'
import type { Box } from './units.ts'
import { attr, childrenOf, descendants, find, sizeOf } from './xml-tree.ts'

/** The part with the drawn shapes of a diagram, which programs store beside its data. */
async function diagramPart(context: SlideContext, ids: XmlElement) {
  const { open } = context.deck
  const data = relationOf(context, ids, 'dm')
  const root = data && (await open.xml(data.target))
  // Many frames may show the same diagram.
  context.work.step(sizeOf(root) + context.part.relations.size)
  const id = attr(descendants(root ?? null, 'dataModelExt')[0] ?? null, 'relId')
  const relations = [...context.part.relations.values()]
  const named = id === null ? undefined : context.part.relations.get(id)
  const drawing = named ?? relations.find(({ type }) => type === 'diagramDrawing')
  return { drawing: drawing ? await readPart(open, drawing.target) : null, data: root }
}

/** The shapes of a diagram, where its frame stands; those of its data, if its drawing is missing or empty. */
async function diagramBlocks(
  context: SlideContext,
  ids: XmlElement,
  frame: XmlElement,
  place: Place,
): Promise<{ readonly blocks: readonly Block[]; readonly isDrawn: boolean }> {
  const { drawing, data } = await diagramPart(context, ids)
  context.work.step(sizeOf(drawing?.root ?? null))
  const own = readBox(find(frame, 'xfrm'))
  const drawn = drawing && own ? await drawnShapes(context, drawing, own, place) : []
  if (drawn.length > 0 || !own) return { blocks: drawn, isDrawn: true }
  const rows = diagramRows(data, place(own), nameOf(frame))
  const blocks = await Promise.all(rows.map(({ box, shape }) => shapeBlocks(context, shape, box, null)))
  return { blocks: blocks.flat(), isDrawn: false }
}

/** The shapes that a program has drawn for a diagram. */
async function drawnShapes(context: SlideContext, drawing: Part, own: Box, place: Place): Promise<Block[]> {
  const inFrame: Place = (box) => place({ ...box, x: box.x + own.x, y: box.y + own.y })
  const blocks: Block[] = []
  const visit = async (tree: XmlElement | null, at: Place): Promise<void> => {
    for (const shape of childrenOf(tree)) {
      if (shape.name === 'grpSp') await visit(shape, groupPlace(find(shape, 'grpSpPr', 'xfrm'), at))
      const box = shape.name === 'sp' ? readBox(find(shape, 'spPr', 'xfrm')) : null
      if (box) blocks.push(...(await shapeBlocks({ ...context, part: drawing }, shape, at(box), null)))
    }
  }
  await visit(find(drawing.root, 'spTree'), inFrame)
  return blocks
}

/** The picture of an embedded object of older files, which stands in a drawing beside the slide. */
async function objectPicture(context: SlideContext, data: XmlElement | null, box: Box): Promise<Block | null> {
  const id = attr(descendants(data, 'oleObj')[0] ?? null, 'spid')
  const drawing = [...context.part.relations.values()].find(({ type }) => type === 'vmlDrawing')
  const part = id === null || !drawing ? null : await readPart(context.deck.open, drawing.target).catch(() => null)
  context.work.step(sizeOf(part?.root ?? null) + context.part.relations.size)
  const shape =
    descendants(part?.root, 'shape').find((one) => [attr(one, 'spid'), attr(one, 'id')].includes(id)) ?? null
  const relation = part?.relations.get(attr(descendants(shape, 'imagedata')[0] ?? null, 'relid') ?? '')
  const src = relation && !relation.external ? await takeMedia(context, relation.target, 'picture') : ''
  return src === ''
    ? null
    : makeBlock('image', frameOf(box), { ...plainPicture, src, alt: altWithWords(context, src, '') })
}

/** The blocks of a graphic frame: a table, a chart, a diagram, or the picture of an embedded object. */
export async function frameBlocks(context: SlideContext, shape: XmlElement, box: Box, place: Place): Promise<Block[]> {
  const data = find(shape, 'graphic', 'graphicData')
  const name = nameOf(shape)
  const table = find(data, 'tbl')
  if (table) {
    const block = tableBlock(context, table, box, name)
    return block ? [block] : []
  }
  const chart = find(data, 'chart')
  if (chart) {
    const blocks = await chartBlocks(context, chart, box, name)
    if (blocks.length > 0) return blocks
  }
  const ids = find(data, 'relIds')
  if (ids) {
    const { blocks, isDrawn } = await diagramBlocks(context, ids, shape, place)
    if (blocks.length > 0) {
      context.remarks.add(`The diagram “${name}” became ${isDrawn ? 'single shapes' : 'rows of its words'}`)
      return [...blocks]
    }
    context.remarks.add(`The diagram “${name}” is empty, and was left out`)
    return []
  }
  const picture = descendants(data, 'pic')[0]
  if (picture) {
    context.remarks.add(`The embedded object “${name}” became a picture`)
    return (await pictureBlocks(context, picture, box)).map((block) => ({ ...block, name }))
  }
  const object = await objectPicture(context, data, box)
  if (object) {
    context.remarks.add(`The embedded object “${name}” became a picture`)
    return [{ ...object, name }]
  }
  context.remarks.add(`“${name || altOf(shape) || 'An object'}” was left out: it cannot be shown`)
  return []
}
