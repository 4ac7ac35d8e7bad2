import type { AudiencePageData } from '../../../../api/deck-pages/live-page-data.ts'
import { type HostPort, openHostPort } from '../../../../player/host-port.ts'
import type { DownMessage, UpMessage } from '../../../../player/messages.ts'
import { focusFrame } from '../../../features/live/focus-frame.ts'

/** What a deck's frame is made from. */
export interface DeckFrameOptions {
  readonly frame: HTMLIFrameElement
  /** Data of the shown deck; replaced for a newer version. */
  readonly data: Pick<AudiencePageData, 'frameOrigin'>
  readonly receive: (message: UpMessage) => void
}

/** The frame of a deck and its port: replaced for another version, or removed until then. */
export class DeckFrame {
  readonly #options: DeckFrameOptions
  #frame: HTMLIFrameElement
  #port: HostPort
  /** Placeholder for a removed frame; null while the frame is there. */
  #placeholder: Comment | null = null

  constructor(options: DeckFrameOptions) {
    this.#options = options
    this.#frame = options.frame
    this.#port = this.#open()
  }

  send(message: DownMessage): void {
    this.#port.send(message)
  }

  /** Loads another version of the deck; the focus stays in the deck. */
  show(frameUrl: string): void {
    this.#port.close()
    // A new frame: changing the URL of the same one would add a history entry.
    const other = this.#frame.cloneNode() as HTMLIFrameElement
    other.src = frameUrl
    const hadFocus = document.activeElement === this.#frame
    const target: ChildNode = this.#placeholder ?? this.#frame
    target.replaceWith(other)
    this.#placeholder = null
    this.#frame = other
    this.#port = this.#open()
    if (hadFocus) this.focus()
  }

  focus(): void {
    focusFrame(this.#frame)
  }

  /** Removes the frame from the page, until `show` is called. */
  remove(): void {
    this.#port.close()
    this.#placeholder = document.createComment('')
    this.#frame.replaceWith(this.#placeholder)
  }

  #open(): HostPort {
    const { data, receive } = this.#options
    return openHostPort({ frame: this.#frame, origin: data.frameOrigin, receive })
  }
}
