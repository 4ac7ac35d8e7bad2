import type { AudiencePageData } from '../../../../api/deck-pages/live-page-data.ts'
import { type PageDeck, toPageDeck } from '../../../../document/page-deck.ts'
import type { Move, UpMessage } from '../../../../player/messages.ts'
import type { LiveStream } from '../../../../realtime/live/client.ts'
import { genericError } from '../../../../rules/messages.ts'
import { followMessages } from '../../../features/live/follow-messages.ts'
import type { DeckReport } from '../../../features/live/own-change.ts'
import { isToFollow, type StageState } from '../../../features/live/stage-state.ts'
import { type Roaming, roamingAfter } from '../roaming.ts'
import { DeckFrame } from './deck-frame.ts'

/** The state of the audience's page. */
export interface Following {
  /** The presenter's state; null while unknown. */
  readonly state: StageState | null
  readonly roaming: Roaming
  /** The last report of this page's deck. */
  readonly shown: DeckReport | null
}

export interface FollowOptions {
  readonly frame: HTMLIFrameElement
  readonly stream: LiveStream
  /** Data of the shown deck; replaced for a newer version. */
  readonly data: AudiencePageData
  /** Called after each change. */
  readonly onChange: (following: Following) => void
  readonly onFullscreenKey: () => void
  /** Called if the deck could not be started. */
  readonly onFailure: (message: string) => void
}

/** Controls of the deck that follows the stream. */
export interface FollowingDeck {
  rejoin(): void
  move(to: Move): void
  /** Loads another version of the deck. Replace the options' data first. */
  show(frameUrl: string): void
  /** Focuses the deck. */
  focus(): void
  /** Removes the deck from the page, until `show` is called. */
  close(): void
}

/**
 * Makes the deck follow the stream. It stops following when the user moves to another position. It follows again when
 * both positions agree, or when the user presses “Back to the presenter”.
 */
export function followStream(options: FollowOptions): FollowingDeck {
  const { stream, data, onChange } = options
  let following: Following = { state: null, roaming: { away: false }, shown: null }
  let sentState: StageState | null = null
  const update = (changes: Partial<Following>): void => {
    following = { ...following, ...changes }
    onChange(following)
  }
  const follow = (): void => {
    const { state, roaming } = following
    if (!state || roaming.away) return
    for (const message of followMessages(sentState, state)) deckFrame.send(message)
    sentState = state
  }
  const receive = (message: UpMessage): void => {
    if (message.type === 'ready') {
      // A restarted deck has received nothing.
      sentState = null
      follow()
    } else if (message.type === 'changed') {
      const roaming = roamingAfter(following.roaming, message, following.state)
      // The deck's state no longer matches what was sent.
      if (roaming.away) sentState = null
      update({ roaming, shown: message })
    } else if (message.type === 'key' && message.name === 'f') options.onFullscreenKey()
    else if (message.type === 'error' && message.code === 'start-failed') options.onFailure(genericError())
  }
  const deckFrame = new DeckFrame({ frame: options.frame, data, receive })
  let receivedState: StageState | null = null
  const inDeck = (state: StageState): StageState => toPageDeck(state, deckOf(data))
  const onStream = (): void => {
    const newState: StageState | null = stream.snapshot().state
    if (!newState || newState === receivedState || !isToFollow(newState, following.state)) return
    receivedState = newState
    const state = inDeck(newState)
    // The presenter may have reached the follower's position.
    const { shown, roaming } = following
    update({ state, roaming: shown ? roamingAfter(roaming, { ...shown, own: false }, state) : roaming })
    follow()
  }
  stream.subscribe(onStream)
  onStream()
  return {
    move: (to) => deckFrame.send({ type: 'move', to }),
    rejoin: () => {
      sentState = null
      update({ roaming: { away: false } })
      follow()
    },
    show: (frameUrl) => {
      deckFrame.show(frameUrl)
      sentState = null
      update({ state: receivedState && inDeck(receivedState), roaming: { away: false }, shown: null })
    },
    focus: () => deckFrame.focus(),
    close: () => deckFrame.remove(),
  }
}

function deckOf({ version, slides }: AudiencePageData): PageDeck {
  return { version, slides: slides.map(([h, v, id]) => ({ h, v, id })) }
}
