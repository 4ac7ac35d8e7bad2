import { type Drawing, drawingFrom } from '../../blocks/image/drawing.ts'
import type { PropsOf } from '../../blocks/index.ts'
import type { Block } from '../../document/deck-model.ts'
import { newUuid } from '../../document/ids.ts'
import { limits } from '../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../rules/messages.ts'
import { isPictureType, pictureTypes } from '../../rules/picture-types.ts'
import type { SlideSize } from '../../rules/slide-size.ts'
import { isVideoType } from '../../rules/video-types.ts'
import { UploadCanceledError } from '../../ui/uploads/upload-queue.ts'
import { addBlocks, isHidden, setProps } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import { newBlock } from '../commands/new-block.ts'
import { boxHolds, boxOfFrame } from '../geometry/box.ts'
import { gridOf, naturalSize } from '../geometry/image-places.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { idsOf, selectedIn } from '../state/selection.ts'
import type { EditorServices, LibraryImage, UploadedImage } from '../state/services.ts'
import { slideSizeIn } from '../state/slide-size-in.ts'
import { freeMiddle } from './insert-block.ts'

/** The `accept` attribute of file inputs for pictures. */
export const imageTypes = pictureTypes.join(',')

/**
 * Uploads image files and inserts them around a point (slide px), or in the middle of the slide. A single file without a
 * point replaces the picture of a selected image. Files dropped on an empty image fill it, then the other empty images of
 * the slide; a picture is never replaced by a drop, which would crop the new one to its frame. Videos become video blocks,
 * where the instance accepts them. Each refused file shows a toast, and the others are inserted. One undo step.
 */
export async function insertImages(editor: Editor, files: readonly File[], at: Point | null = null): Promise<void> {
  const { slideId } = editor.model.getState()
  const allowed = files.filter((file) => isAllowed(editor.services, file))
  const pictures = allowed.filter(({ type }) => !isVideoType(type))
  const wanted = [...pictures, ...allowed.filter(({ type }) => isVideoType(type))]
  const targets = targetsOf(editor.model, pictures.length, at)
  const results = await Promise.all(wanted.map((file) => uploaded(editor, file)))
  const images = results.filter((image) => image !== null)
  placeImages(editor, slideId, { images, targets, at })
}

/** Images and then videos to place: images into these blocks, in order, and the others around a point (slide px). */
interface Placing {
  readonly images: readonly PlacedImage[]
  readonly targets: readonly string[]
  readonly at: Point | null
}

/** Places images on a slide, if it is still there. One undo step. */
function placeImages(editor: Editor, slideId: string, { images, targets, at }: Placing): void {
  const slide = editor.model.getState().deck.slides[slideId]
  if (images.length === 0 || !slide) return
  const pictures = images.filter(({ isVideo }) => !isVideo)
  const remaining = targets.filter((id) => blockOf(slide, id)).slice(0, pictures.length)
  const others = images.slice(remaining.length)
  const added = blocksFor(others, at ?? freeMiddle(editor), slideSizeIn(editor.model.getState()))
  const select =
    editor.model.getState().slideId === slideId ? [...remaining, ...added.map((block) => block.id)] : undefined
  const wasEmpty = remaining.length > 0 && isEmpty(blockOf(slide, remaining[0]!)!)
  const label = remaining.length > 0 && !wasEmpty ? 'Replace image' : pictures.length > 0 ? 'Add image' : 'Add video'
  editor.model.apply(
    (deck) => {
      const filled = remaining.reduce((now, id, index) => {
        const image = images[index]!
        // `cover` would crop a logo or an icon.
        const fit = wasEmpty && image.isVector ? { fit: 'contain' } : {}
        return setProps(slideId, [id], { crop: null, ...pictureProps(image), ...fit })(now)
      }, deck)
      return addBlocks(slideId, added)(filled)
    },
    { undo: 'step', label, select },
  )
}

/** The props of an image block that shows this image. An image without a description keeps the block's own. */
function pictureProps({ url, alt = '', drawing = null }: PlacedImage) {
  return { ...(drawing ? { src: '', tint: '', drawing } : { src: url, drawing: null }), ...(alt === '' ? {} : { alt }) }
}

/**
 * Opens the media library and inserts the chosen images, like files: a single one replaces the picture of a selected
 * image, unless it was dragged out of the library to a place on the slide.
 */
export async function insertFromLibrary(editor: Editor): Promise<void> {
  const { model, services, view } = editor
  const chosen = await services.chooseImages({
    action: 'Insert',
    multiple: true,
    acceptsDrop: (at) => view.canvas.slidePoint(at) !== null,
  })
  if (!chosen) return
  const { slideId } = model.getState()
  const at = chosen.at && view.canvas.slidePoint(chosen.at)
  const targets = targetsOf(model, chosen.images.length, at)
  const images = await Promise.all(chosen.images.map((image) => fromLibrary(services, image)))
  model.stopEditing()
  placeImages(editor, slideId, { images, targets, at })
  view.focusCanvas()
}

async function fromLibrary(services: EditorServices, image: LibraryImage): Promise<PlacedImage> {
  const isVector = image.type === 'image/svg+xml'
  return { ...image, isVector, drawing: await libraryDrawing(services, image) }
}

/** The inline form of an SVG that is inserted as markup; null for other images, and if it cannot be inlined. */
export async function libraryDrawing(services: EditorServices, { markup }: LibraryImage): Promise<Drawing | null> {
  if (markup === null) return null
  await services.loadSanitizer()
  const { html, removed } = services.clean(markup, 'slide')
  return removed.length === 0 ? drawingFrom(html, newUuid().slice(0, 8)) : null
}

/**
 * Inserts an image by its URL, in its natural size if it loads. Returns false if the URL is not a valid https URL: no
 * other scheme is allowed on slides.
 */
export async function insertImageUrl(editor: Editor, address: string): Promise<boolean> {
  const { model, view } = editor
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:' || address.length > limits.slide.url)
    return false
  const { slideId } = model.getState()
  const target = emptyImage(model)
  if (target !== null) {
    model.apply(setProps(slideId, [target], { src: address, crop: null }), { undo: 'step', label: 'Add image' })
    return true
  }
  const size = (await view.canvas.imageSize(address)) ?? { width: 0, height: 0 }
  const { deck, slideId: now } = model.getState()
  if (!deck.slides[slideId]) return true
  const isVector = /\.svg$/i.test(new URL(address).pathname)
  const added = blocksFor(
    [{ url: address, ...size, isVector }],
    freeMiddle(editor),
    slideSizeIn(editor.model.getState()),
  )
  const select = now === slideId ? added.map((block) => block.id) : undefined
  model.apply(addBlocks(slideId, added), { undo: 'step', label: 'Add image', select })
  return true
}

/** New image blocks around a point (slide px). */
function blocksFor(images: readonly PlacedImage[], middle: Point, slide: SlideSize): readonly Block[] {
  const places = gridOf(
    images.map((image) => naturalSize(image, slide)),
    middle,
    slide,
  )
  return images.map((image, index): Block => {
    const block = image.isVideo ? newBlock('video', { src: image.url }) : newBlock('image', pictureProps(image))
    return { ...block, frame: { ...places[index]!, rotation: 0 } }
  })
}

/** The message for a file that cannot be inserted as an image, or with `videos` as a video; null if it can. */
export function refusalOf(file: Pick<File, 'type' | 'size'>, videos = false): string | null {
  const { imageKilobytes, videoKilobytes } = limits.upload
  if (videos && isVideoType(file.type)) {
    return file.size > videoKilobytes * 1000 ? imageTooLargeMessage(videoKilobytes) : null
  }
  if (!isPictureType(file.type)) return messages.media.onlyImages
  return file.size > imageKilobytes * 1000 ? imageTooLargeMessage(imageKilobytes) : null
}

function isAllowed(services: EditorServices, file: File): boolean {
  const refusal = refusalOf(file, services.chooseVideo !== null)
  if (refusal !== null) services.notify(refusal, 'error')
  return refusal === null
}

/** The ids of the image blocks that `count` files fill, in order. */
function targetsOf(model: EditorModel, count: number, at: Point | null): readonly string[] {
  const replaced = count === 1 && at === null ? replacedImage(model) : null
  if (replaced !== null) return [replaced]
  const places = model
    .slide()
    .blocks.filter((block) => block.frame && !block.locked && !isHidden(block) && isEmpty(block))
  const first =
    at === null ? emptyImage(model) : places.findLast((block) => boxHolds(boxOfFrame(block.frame!, 0), at))?.id
  return first ? [first, ...idsOf(places).filter((id) => id !== first)] : []
}

/** Whether a block is an image without a picture. */
function isEmpty(block: Block): boolean {
  if (block.type !== 'image') return false
  const { src, drawing } = block.props as Partial<PropsOf<'image'>>
  return src === '' && !drawing
}

/** The id of the selected image, if it is one that can get another picture. */
function replacedImage(model: EditorModel): string | null {
  const blocks = selectedIn(model.getState())
  const [image] = blocks
  if (blocks.length !== 1 || image?.type !== 'image' || image.locked || !image.frame) return null
  return image.id
}

/** The id of the selected image if it has no picture. */
export function emptyImage(model: EditorModel): string | null {
  const [image] = selectedIn(model.getState())
  return image && isEmpty(image) ? replacedImage(model) : null
}

/** An uploaded or remote image, or an uploaded video, with its URL and its size in px. */
interface PlacedImage extends UploadedImage {
  readonly isVector: boolean
  readonly isVideo?: boolean
  /** Its description, if known. */
  readonly alt?: string
  /** Its inline form, instead of the URL. */
  readonly drawing?: Drawing | null
}

const uploads = new WeakMap<File, PlacedImage>()

async function uploaded({ services }: Editor, file: File): Promise<PlacedImage | null> {
  // A file inserted again (with another paste option, or after an undo) is not uploaded twice.
  const earlier = uploads.get(file)
  if (earlier) return earlier
  try {
    const { type } = file
    const sent = await services.upload(file, () => undefined)
    const image = { ...sent, isVector: type === 'image/svg+xml', isVideo: isVideoType(type) }
    uploads.set(file, image)
    return image
  } catch (error) {
    notifyUploadFailure(services, error)
    return null
  }
}

/** Shows why an upload failed. Nothing, if the user canceled it. */
export function notifyUploadFailure(services: EditorServices, error: unknown): void {
  if (error instanceof UploadCanceledError) return
  services.notify(error instanceof Error ? error.message : messages.media.uploadFailed, 'error')
}
