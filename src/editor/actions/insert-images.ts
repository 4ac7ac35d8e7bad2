import type { PropsOf } from '../../blocks/index.ts'
import type { Block } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../rules/messages.ts'
import { isPictureType, pictureTypes } from '../../rules/picture-types.ts'
import { addBlocks, isHidden, setProps } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import { newBlock } from '../commands/new-block.ts'
import { boxHolds, boxOfFrame } from '../geometry/box.ts'
import { gridOf, naturalSize } from '../geometry/image-places.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { idsOf, selectedIn } from '../state/selection.ts'
import type { EditorServices, UploadedImage } from '../state/services.ts'

/** What a chooser of the system offers where a picture is asked for. */
export const imageTypes = pictureTypes.join(',')

/**
 * Uploads image files and puts them on the slide: around a point (slide px), or in its middle. One file replaces the
 * picture of a selected image, if it comes without a point or is dropped there. Files that are dropped on an empty
 * picture fill it, and then the slide's other empty ones. Notifies about each refused file and inserts the others. One
 * undo step.
 */
export async function insertImages(editor: Editor, files: readonly File[], at: Point | null = null): Promise<void> {
  const { slideId } = editor.model.getState()
  const wanted = files.filter((file) => isAllowed(editor.services, file))
  const targets = targetsOf(editor.model, wanted.length, at)
  const results = await Promise.all(wanted.map((file) => uploaded(editor, file)))
  const images = results.filter((image) => image !== null)
  const slide = editor.model.getState().deck.slides[slideId]
  if (images.length === 0 || !slide) return
  const left = targets.filter((id) => blockOf(slide, id)).slice(0, images.length)
  const others = images.slice(left.length)
  const added = blocksFor(others, at)
  const select = editor.model.getState().slideId === slideId ? [...left, ...added.map((block) => block.id)] : undefined
  const wasEmpty = left.length > 0 && isEmpty(blockOf(slide, left[0]!)!)
  editor.model.apply(
    (deck) => {
      const filled = left.reduce((now, id, index) => {
        const { url, isVector } = images[index]!
        // A logo or an icon that is cut off at its edges says nothing any more.
        const fit = wasEmpty && isVector ? { fit: 'contain' } : {}
        return setProps(slideId, [id], { src: url, crop: null, drawing: null, ...fit })(now)
      }, deck)
      return addBlocks(slideId, added)(filled)
    },
    { undo: 'step', label: left.length > 0 && !wasEmpty ? 'Replace image' : 'Add image', select },
  )
}

/**
 * Puts an image that is on the web on the slide, in its own size as far as it loads. False when the address can't be
 * one of a picture (only https may be shown on slides).
 */
export async function insertImageUrl({ model, view }: Editor, address: string): Promise<boolean> {
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:' || address.length > limits.slide.url)
    return false
  const { slideId } = model.getState()
  const waiting = emptyImage(model)
  if (waiting !== null) {
    model.apply(setProps(slideId, [waiting], { src: address, crop: null }), { undo: 'step', label: 'Add image' })
    return true
  }
  const size = (await view.canvas.imageSize(address)) ?? { width: 0, height: 0 }
  const { deck, slideId: now } = model.getState()
  if (!deck.slides[slideId]) return true
  const isVector = /\.svg$/i.test(new URL(address).pathname)
  const added = blocksFor([{ url: address, ...size, isVector }], null)
  const select = now === slideId ? added.map((block) => block.id) : undefined
  model.apply(addBlocks(slideId, added), { undo: 'step', label: 'Add image', select })
  return true
}

function blocksFor(images: readonly PlacedImage[], at: Point | null): readonly Block[] {
  const middle = at ?? { x: limits.slide.width / 2, y: limits.slide.height / 2 }
  const places = gridOf(images.map(naturalSize), middle)
  return images.map((image, index): Block => {
    return { ...newBlock('image', { src: image.url }), frame: { ...places[index]!, rotation: 0 } }
  })
}

/** Why a file can't become a picture, in words for the person; null when it can. */
export function refusalOf(file: Pick<File, 'type' | 'size'>): string | null {
  const { imageKilobytes } = limits.upload
  if (!isPictureType(file.type)) return messages.media.onlyImages
  return file.size > imageKilobytes * 1000 ? imageTooLargeMessage(imageKilobytes) : null
}

function isAllowed(services: EditorServices, file: File): boolean {
  const refusal = refusalOf(file)
  if (refusal !== null) services.notify(refusal, 'error')
  return refusal === null
}

/** The images that so many files fill, the first of them first. */
function targetsOf(model: EditorModel, count: number, at: Point | null): readonly string[] {
  const replaced = count === 1 ? replacedImage(model, at) : null
  if (replaced !== null) return [replaced]
  const places = model
    .slide()
    .blocks.filter((block) => block.frame && !block.locked && !isHidden(block) && isEmpty(block))
  const first =
    at === null ? emptyImage(model) : places.findLast((block) => boxHolds(boxOfFrame(block.frame!, 0), at))?.id
  return first ? [first, ...idsOf(places).filter((id) => id !== first)] : []
}

/** Whether a block is a place that waits for a picture. */
function isEmpty(block: Block): boolean {
  if (block.type !== 'image') return false
  const { src, drawing } = block.props as Partial<PropsOf<'image'>>
  return src === '' && !drawing
}

/** The image whose picture a single file takes over; a file dropped beside it is one more. */
function replacedImage(model: EditorModel, at: Point | null): string | null {
  const blocks = selectedIn(model.getState())
  const [image] = blocks
  if (blocks.length !== 1 || image?.type !== 'image' || image.locked || !image.frame) return null
  return at === null || boxHolds(boxOfFrame(image.frame, 0), at) ? image.id : null
}

/** The selected image, when it is an empty place that waits for a picture. */
export function emptyImage(model: EditorModel): string | null {
  const [image] = selectedIn(model.getState())
  return image && isEmpty(image) ? replacedImage(model, null) : null
}

/** A picture to be placed: its address, its size in px, and whether it is drawn sharply in any size. */
interface PlacedImage extends UploadedImage {
  readonly isVector: boolean
}

let lastUpload = 0
const sent = new WeakMap<File, PlacedImage>()

async function uploaded({ model, services }: Editor, file: File): Promise<PlacedImage | null> {
  const id = ++lastUpload
  const show = (progress: number): void => {
    const others = model.getState().uploads.filter((upload) => upload.id !== id)
    model.show({ uploads: [...others, { id, name: file.name, progress }] })
  }
  // A file that is placed again (read in another way, or after an undo) is on the server already.
  const known = sent.get(file)
  if (known) return known
  show(0)
  try {
    const image = { ...(await services.upload(file, show)), isVector: file.type === 'image/svg+xml' }
    sent.set(file, image)
    return image
  } catch (error) {
    services.notify(error instanceof Error ? error.message : messages.media.uploadFailed, 'error')
    return null
  } finally {
    model.show({ uploads: model.getState().uploads.filter((upload) => upload.id !== id) })
  }
}
