import type { Block } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../rules/messages.ts'
import { isPictureType, pictureTypes } from '../../rules/picture-types.ts'
import { addBlocks, setProps } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import { newBlock } from '../commands/new-block.ts'
import { boxHolds, boxOfFrame } from '../geometry/box.ts'
import { gridOf, naturalSize } from '../geometry/image-places.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { UploadedImage } from '../state/services.ts'

/** What a chooser of the system offers where a picture is asked for. */
export const imageTypes = pictureTypes.join(',')

/**
 * Uploads image files and puts them on the slide: around a point (slide px), or in its middle. One file replaces the
 * picture of a selected image, if it comes without a point or is dropped there. What can't be taken is told, and does
 * not keep the others. One undo step.
 */
export async function insertImages(editor: Editor, files: readonly File[], at: Point | null = null): Promise<void> {
  const { slideId } = editor.getState()
  const wanted = files.filter((file) => isAllowed(editor, file))
  const replaced = wanted.length === 1 ? replacedImage(editor, at) : null
  const results = await Promise.all(wanted.map((file) => uploaded(editor, file)))
  const images = results.filter((image) => image !== null)
  if (images.length === 0 || !editor.getState().deck.slides[slideId]) return
  if (replaced && blockOf(editor.getState().deck.slides[slideId], replaced)) {
    const change = setProps(slideId, [replaced], { src: images[0]!.url, crop: null })
    editor.apply(change, { undo: 'step', label: 'Replace image' })
    return
  }
  placeImages(editor, slideId, images, at)
}

/**
 * Puts an image that is on the web on the slide, in its own size as far as it loads. False when the address can't be
 * one of a picture (only https may be shown on slides).
 */
export async function insertImageUrl(editor: Editor, address: string): Promise<boolean> {
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:' || address.length > limits.slide.url)
    return false
  const { slideId } = editor.getState()
  const waiting = emptyImage(editor)
  if (waiting !== null) {
    editor.apply(setProps(slideId, [waiting], { src: address, crop: null }), { undo: 'step', label: 'Add image' })
    return true
  }
  const size = (await editor.imageSize(address)) ?? { width: 0, height: 0 }
  if (editor.getState().deck.slides[slideId]) placeImages(editor, slideId, [{ url: address, ...size }], null)
  return true
}

function placeImages(editor: Editor, slideId: string, images: readonly UploadedImage[], at: Point | null): void {
  const middle = at ?? { x: limits.slide.width / 2, y: limits.slide.height / 2 }
  const places = gridOf(
    images.map((image) => naturalSize(image)),
    middle,
  )
  const added = images.map((image, index): Block => {
    return { ...newBlock('image', { src: image.url }), frame: { ...places[index]!, rotation: 0 } }
  })
  const here = editor.getState().slideId === slideId
  const select = here ? added.map((block) => block.id) : editor.getState().selection
  editor.apply(addBlocks(slideId, added), { undo: 'step', label: 'Add image', select })
}

/** Why a file can't become a picture, in words for the person; null when it can. */
export function refusalOf(file: Pick<File, 'type' | 'size'>): string | null {
  const { imageKilobytes } = limits.upload
  if (!isPictureType(file.type)) return messages.media.onlyImages
  return file.size > imageKilobytes * 1000 ? imageTooLargeMessage(imageKilobytes) : null
}

function isAllowed(editor: Editor, file: File): boolean {
  const refusal = refusalOf(file)
  if (refusal !== null) editor.services.notify(refusal, 'error')
  return refusal === null
}

/** The image whose picture a single file takes over; a file dropped beside it is one more. */
function replacedImage(editor: Editor, at: Point | null): string | null {
  const blocks = editor.selectedBlocks()
  const [image] = blocks
  if (blocks.length !== 1 || image?.type !== 'image' || image.locked || !image.frame) return null
  return at === null || boxHolds(boxOfFrame(image.frame, 0), at) ? image.id : null
}

/** The selected image, when it is an empty place that waits for a picture. */
export function emptyImage(editor: Editor): string | null {
  const [image] = editor.selectedBlocks()
  const waits = image?.type === 'image' && (image.props as { readonly src?: string }).src === ''
  return waits ? replacedImage(editor, null) : null
}

let lastUpload = 0
const sent = new WeakMap<File, UploadedImage>()

async function uploaded(editor: Editor, file: File): Promise<UploadedImage | null> {
  const id = ++lastUpload
  const show = (progress: number): void => {
    const others = editor.getState().uploads.filter((upload) => upload.id !== id)
    editor.show({ uploads: [...others, { id, name: file.name, progress }] })
  }
  // A file that is placed again (read in another way, or after an undo) is on the server already.
  const known = sent.get(file)
  if (known) return known
  show(0)
  try {
    const image = await editor.services.upload(file, show)
    sent.set(file, image)
    return image
  } catch (error) {
    editor.services.notify(error instanceof Error ? error.message : messages.media.uploadFailed, 'error')
    return null
  } finally {
    editor.show({ uploads: editor.getState().uploads.filter((upload) => upload.id !== id) })
  }
}
