import type { BlockEditing, EditingPlace } from '../block-editor.ts'
import type { Crop, ImageProps } from './block.ts'
import { coverCrop, fittedCrop, movedCrop, type Size, sameCrop, scaledCrop, wholePicture } from './crop.ts'

/** Distance in slide px that an arrow key moves the picture; ten times as far with Shift. */
const step = 1
/** Zoom factor of + and -. */
const zoomStep = 1.1

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Crops a picture on the slide: the frame is fixed, the picture moves below it. The wheel, + and -, or a corner of the
 * translucent whole picture scale it. Enter and a click outside apply the crop, Escape cancels.
 */
export function cropEditing(place: EditingPlace<ImageProps>): BlockEditing {
  return new CropEditing(place)
}

class CropEditing implements BlockEditing {
  readonly #place: EditingPlace<ImageProps>
  #crop: Crop | null = null
  #begun: Crop | null = null
  #picture: Size = { width: 1, height: 1 }
  #frame: Size = { width: 1, height: 1 }
  #layer: HTMLElement | null = null
  #image: HTMLImageElement | null = null
  #style = ''
  #canceled = false

  constructor(place: EditingPlace<ImageProps>) {
    this.#place = place
  }

  begin(): void {
    const wrapper = this.#place.wrapper()
    const content = wrapper?.querySelector<HTMLElement>(':scope > .block-content')
    const image = content?.querySelector('img') ?? null
    if (!wrapper || !content || !image || image.naturalWidth === 0) {
      this.#place.leave()
      return
    }
    this.#picture = { width: image.naturalWidth, height: image.naturalHeight }
    this.#frame = { width: content.clientWidth, height: content.clientHeight }
    const { crop } = this.#place.block().props
    this.#begun = crop ? fittedCrop(crop, this.#picture, this.#frame) : coverCrop(this.#picture, this.#frame)
    this.#crop = this.#begun
    this.#image = image
    this.#style = image.getAttribute('style') ?? ''
    wrapper.style.zIndex = '1000'
    this.#layer = this.#makeLayer(wrapper, content, image)
    this.#draw()
    this.#layer.focus({ preventScroll: true })
  }

  owns(node: Node): boolean {
    return this.#layer?.contains(node) ?? false
  }

  refresh(): void {
    // The block was changed elsewhere (undo, a panel): the current crop belongs to another picture.
    this.#canceled = true
    this.#place.leave()
  }

  destroy(): void {
    const { x, y, width, height } = this.#crop ?? { x: 0, y: 0, width: 0, height: 0 }
    const changed = !this.#canceled && this.#crop !== null && !sameCrop(this.#crop, this.#begun)
    this.#layer?.remove()
    this.#place.wrapper()?.style.removeProperty('z-index')
    this.#image?.setAttribute('style', this.#style)
    if (!changed) return
    this.#place.change((block) => ({ ...block, props: { ...block.props, crop: { x, y, width, height } } }), {
      label: 'Crop',
    })
  }

  #makeLayer(wrapper: HTMLElement, content: HTMLElement, image: HTMLImageElement): HTMLElement {
    const document = wrapper.ownerDocument
    const layer = document.createElement('div')
    layer.dataset.inPlace = ''
    layer.tabIndex = 0
    layer.setAttribute('role', 'application')
    layer.setAttribute(
      'aria-label',
      'Crop: arrows move the picture, plus and minus scale it, Enter takes it, Escape does not',
    )
    const { style } = layer
    style.cssText = 'position: absolute; outline: none; cursor: move; touch-action: none; user-select: none;'
    style.left = `${content.offsetLeft}px`
    style.top = `${content.offsetTop}px`
    style.width = `${this.#frame.width}px`
    style.height = `${this.#frame.height}px`
    const ghost = image.cloneNode() as HTMLImageElement
    ghost.removeAttribute('data-l-crop')
    ghost.draggable = false
    layer.append(ghost, ...['nw', 'ne', 'sw', 'se'].map((corner) => this.#makeCorner(document, corner)))
    this.#listen(layer)
    wrapper.append(layer)
    return layer
  }

  #makeCorner(document: Document, corner: string): HTMLElement {
    const size = 12 / this.#place.scale()
    const handle = document.createElement('div')
    handle.dataset.corner = corner
    handle.style.cssText = `position: absolute; width: ${size}px; height: ${size}px; margin: ${-size / 2}px; border-radius: 50%; background: #fff; border: ${1.5 / this.#place.scale()}px solid #1463ff; cursor: ${corner === 'nw' || corner === 'se' ? 'nwse' : 'nesw'}-resize;`
    return handle
  }

  #listen(layer: HTMLElement): void {
    layer.addEventListener('pointerdown', (event) => this.#press(layer, event))
    layer.addEventListener('keydown', (event) => this.#key(event))
    layer.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault()
        event.stopPropagation()
        this.#set(scaledCrop(this.#crop!, Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) * 0.004)))
      },
      { passive: false },
    )
  }

  #press(layer: HTMLElement, event: PointerEvent): void {
    if (event.button !== 0) return
    event.preventDefault()
    layer.focus({ preventScroll: true })
    layer.setPointerCapture(event.pointerId)
    const start = this.#crop!
    const isCorner = (event.target as HTMLElement).dataset.corner !== undefined
    const middle = this.#middle(layer)
    const away = Math.hypot(event.clientX - middle.x, event.clientY - middle.y)
    const move = (at: PointerEvent): void => {
      const reached = Math.hypot(at.clientX - middle.x, at.clientY - middle.y)
      const offset = this.#ownWay(at.clientX - event.clientX, at.clientY - event.clientY)
      this.#set(isCorner && away > 0 ? scaledCrop(start, reached / away) : movedCrop(start, offset, this.#frame))
    }
    const end = (): void => {
      layer.removeEventListener('pointermove', move)
      layer.removeEventListener('pointerup', end)
      layer.removeEventListener('pointercancel', end)
    }
    layer.addEventListener('pointermove', move)
    layer.addEventListener('pointerup', end)
    layer.addEventListener('pointercancel', end)
  }

  /** Center of the frame on the screen, at any rotation. */
  #middle(layer: HTMLElement): { x: number; y: number } {
    const rect = layer.parentElement!.getBoundingClientRect()
    return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }
  }

  /** Converts a screen vector to the picture's own axes, in slide px. */
  #ownWay(x: number, y: number): { x: number; y: number } {
    const { frame, props } = this.#place.block()
    const angle = (-(frame?.rotation ?? 0) * Math.PI) / 180
    const scale = this.#place.scale()
    const across = (x * Math.cos(angle) - y * Math.sin(angle)) / scale
    const down = (x * Math.sin(angle) + y * Math.cos(angle)) / scale
    return { x: props.flipX ? -across : across, y: props.flipY ? -down : down }
  }

  #key(event: KeyboardEvent): void {
    const arrow = arrows[event.key]
    if (event.key === 'Enter' || event.key === 'Escape') {
      this.#canceled = event.key === 'Escape'
      this.#place.leave()
    } else if (arrow) {
      const far = event.shiftKey ? step * 10 : step
      this.#set(movedCrop(this.#crop!, { x: arrow[0] * far, y: arrow[1] * far }, this.#frame))
    } else if (event.key === '+' || event.key === '=') this.#set(scaledCrop(this.#crop!, zoomStep))
    else if (event.key === '-') this.#set(scaledCrop(this.#crop!, 1 / zoomStep))
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #set(crop: Crop): void {
    this.#crop = crop
    this.#draw()
  }

  #draw(): void {
    const layer = this.#layer
    if (!layer || !this.#crop || !this.#image) return
    const whole = wholePicture(this.#crop, this.#frame)
    const { flipX, flipY } = this.#place.block().props
    const flip = flipX || flipY ? ` transform: scale(${flipX ? -1 : 1}, ${flipY ? -1 : 1});` : ''
    // Mirroring is about the picture's own center: an off-center picture would move to the other side.
    const left = flipX ? this.#frame.width - whole.x - whole.width : whole.x
    const top = flipY ? this.#frame.height - whole.y - whole.height : whole.y
    const box = `position: absolute; left: ${left}px; top: ${top}px; width: ${whole.width}px; height: ${whole.height}px; max-width: none; max-height: none; object-fit: fill;${flip}`
    this.#image.style.cssText = box
    const [ghost, ...corners] = [...layer.children] as HTMLElement[]
    ghost!.style.cssText = `${box} opacity: 0.35; outline: ${1 / this.#place.scale()}px solid #1463ff; pointer-events: auto;`
    for (const corner of corners) {
      corner.style.left = `${left + (corner.dataset.corner!.includes('e') ? whole.width : 0)}px`
      corner.style.top = `${top + (corner.dataset.corner!.includes('s') ? whole.height : 0)}px`
    }
  }
}
