import type { AudiencePageData } from '../../../../api/deck-pages/live-page-data.ts'
import { type PageDeck, toPageDeck } from '../../../../document/page-deck.ts'
import { type HostPort, openHostPort } from '../../../../player/host-port.ts'
import type { Move, UpMessage } from '../../../../player/messages.ts'
import type { LiveStream } from '../../../../realtime/live/client.ts'
import { genericError } from '../../../../rules/messages.ts'
import { focusFrame } from '../../../features/live/focus-frame.ts'
import { followMessages } from '../../../features/live/follow-messages.ts'
import type { DeckReport } from '../../../features/live/own-change.ts'
import { isToFollow, type StageState } from '../../../features/live/stage-state.ts'
import { type Roaming, roamingAfter } from '../roaming.ts'

/** Where the audience's page stands. */
export interface Following {
  /** The presenter's; null while it is not known. */
  readonly state: StageState | null
  readonly roaming: Roaming
  /** Where the own deck stands, as it told last. */
  readonly shown: DeckReport | null
}

export interface FollowOptions {
  readonly frame: HTMLIFrameElement
  readonly stream: LiveStream
  /** Of the deck that is shown; another one is put in its place. */
  readonly data: AudiencePageData
  /** Called after each change. */
  readonly onChange: (following: Following) => void
  readonly onFullscreenKey: () => void
  /** The deck itself could not be started. */
  readonly onFailure: (message: string) => void
}

/** A deck that follows. */
export interface FollowingDeck {
  comeBack(): void
  move(to: Move): void
  /** Shows another version of the deck, of which the options' data tell by now. */
  show(frameUrl: string): void
  /** Gives the keys to the deck. */
  focus(): void
  /** The deck goes from the page, until it is shown again. */
  close(): void
}

/**
 * Lets the deck follow the stream. Who goes elsewhere is left alone until they come back, by themselves or by the
 * button; then they are where the presenter is, at once.
 */
export function followStream(options: FollowOptions): FollowingDeck {
  const { stream, data, onChange } = options
  let { frame } = options
  let following: Following = { state: null, roaming: { away: false }, shown: null }
  let told: StageState | null = null
  const update = (changes: Partial<Following>): void => {
    following = { ...following, ...changes }
    onChange(following)
  }
  const follow = (): void => {
    const { state, roaming } = following
    if (!state || roaming.away) return
    for (const message of followMessages(told, state)) port.send(message)
    told = state
  }
  const receive = (message: UpMessage): void => {
    if (message.type === 'ready') {
      // A deck that begins anew knows nothing of what it was told before.
      told = null
      follow()
    } else if (message.type === 'changed') {
      const roaming = roamingAfter(following.roaming, message, following.state)
      // What was told is true no more once somebody has gone elsewhere.
      if (roaming.away) told = null
      update({ roaming, shown: message })
    } else if (message.type === 'key' && message.name === 'f') options.onFullscreenKey()
    else if (message.type === 'error' && message.code === 'start-failed') options.onFailure(genericError())
  }
  const open = (): HostPort => openHostPort({ frame, origin: data.frameOrigin, receive })
  let port = open()
  /** Where the deck stood while it is gone; null while it is there. */
  let place: Comment | null = null
  let heard: StageState | null = null
  const inDeck = (state: StageState): StageState => toPageDeck(state, deckOf(data))
  const hear = (): void => {
    const arrived: StageState | null = stream.snapshot().state
    if (!arrived || arrived === heard || !isToFollow(arrived, following.state)) return
    heard = arrived
    const state = inDeck(arrived)
    // The presenter may come to where somebody has gone ahead.
    const { shown, roaming } = following
    update({ state, roaming: shown ? roamingAfter(roaming, { ...shown, own: false }, state) : roaming })
    follow()
  }
  stream.subscribe(hear)
  hear()
  return {
    move: (to) => port.send({ type: 'move', to }),
    comeBack: () => {
      told = null
      update({ roaming: { away: false } })
      follow()
    },
    show: (frameUrl) => {
      port.close()
      // A frame of its own: another address for the same one would be a step for the browser's way back.
      const other = frame.cloneNode() as HTMLIFrameElement
      other.src = frameUrl
      const hadKeys = document.activeElement === frame
      const there: ChildNode = place ?? frame
      there.replaceWith(other)
      place = null
      frame = other
      port = open()
      told = null
      update({ state: heard && inDeck(heard), roaming: { away: false }, shown: null })
      if (hadKeys) focusFrame(frame)
    },
    focus: () => focusFrame(frame),
    close: () => {
      port.close()
      place = document.createComment('')
      frame.replaceWith(place)
    },
  }
}

function deckOf({ version, slides }: AudiencePageData): PageDeck {
  return { version, slides: slides.map(([h, v, id]) => ({ h, v, id })) }
}
