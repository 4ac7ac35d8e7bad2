import { useRef, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import type { ApiClient } from '../../data/client.ts'
import { slideIndexAt } from '../../features/live/deck-outline.ts'
import { focusFrame } from '../../features/live/focus-frame.ts'
import { PointingLayer } from '../../features/live/pointing-layer.tsx'
import { RefusedWords } from '../../features/live/refused-words.tsx'
import type { SaveSetting } from '../../features/live/save-setting.ts'
import { StageFrame, type StageFrameHandle } from '../../features/live/stage-frame.tsx'
import { commandOfDeckKey, type StageCommand } from '../../features/live/stage-keys.ts'
import { screenOf, turned } from '../../features/live/stage-state.ts'
import { toggleFullscreen } from '../../features/live/toggle-fullscreen.ts'
import { type Stage, useStage, useWakeLock } from '../../features/live/use-stage.ts'
import { useStageKeys } from '../../features/live/use-stage-keys.ts'
import type { PresenterPageData } from '../live/page-data.ts'
import { ControlPanel } from './control-panel.tsx'
import { Expander } from './expander.tsx'
import styles from './presenter-page.module.css'
import { useStarted } from './use-started.ts'

export interface PresenterPageProps {
  data: PresenterPageData
  stage: Stage
  saveSetting: SaveSetting
  api: ApiClient
}

/** Opens the speaker view in a window of its own; the same one again when it is open already. */
function openSpeakerView(path: string, deckId: number): void {
  window.open(path, `lectern-speaker-${deckId}`, 'width=1100,height=760')
}

/** The presenter's page: first what there is to choose, then nothing but the deck. */
export function PresenterPage({ data, stage, saveSetting, api }: PresenterPageProps) {
  const { deck, outline } = data
  const { link, stream } = stage
  const handle = useRef<StageFrameHandle | null>(null)
  const { state, live } = useStage(stage)
  const [pointing, setPointing] = useState(false)
  const [failed, setFailed] = useState(false)
  const [nearEdge, setNearEdge] = useState(false)
  const { started, start, leave, fullscreen, setFullscreen } = useStarted(() =>
    focusFrame(handle.current?.element ?? null),
  )
  useWakeLock(started)
  const screen = screenOf(state)
  const keyState = useRef({ paused: false, overview: false })
  keyState.current = { paused: screen !== null, overview: state.overview }
  const command = (given: StageCommand): void => {
    if (given.do === 'move') handle.current?.send({ type: 'move', to: given.to })
    else if (given.do === 'pause') link.change(turned(state, screen ?? 'black'))
    else if (given.do === 'white') link.change(turned(state, 'white'))
    else if (given.do === 'overview') link.change({ overview: !state.overview })
    else if (given.do === 'light') setPointing((on) => !on)
    else if (given.do === 'fullscreen') toggleFullscreen()
    else if (given.do === 'speaker') openSpeakerView(deck.speakerPath, deck.id)
  }
  useStageKeys(keyState, command)
  const at = slideIndexAt(outline, { h: state.indexh, v: state.indexv })
  const maxScale = state.present_upsizing ? limits.live.upsizingMaxScale : 1
  const takenOver =
    live?.publishing === false && live.connection !== 'disconnected' && live.connection !== 'reconnect_failed'
  return (
    <div className={styles.page} data-started={started}>
      <main className={styles.stage} aria-label={deck.title}>
        <StageFrame
          {...{ frame: data.frame, title: deck.title, link, handle }}
          alone={false}
          onKey={(key) => {
            const given = commandOfDeckKey(key)
            if (given) command(given)
          }}
          className={styles.frame}
          onEdge={setNearEdge}
          onFailure={() => setFailed(true)}
        />
        {pointing && started && screen === null && (
          <PointingLayer link={link} fit={{ margin: 0.02, maxScale }} className={styles.pointing} />
        )}
      </main>
      {started ? (
        <Expander near={nearEdge} onOpen={leave} />
      ) : (
        <ControlPanel
          {...{ data, api, state, live, fullscreen }}
          onFullscreen={setFullscreen}
          onOption={(key, value) => {
            link.change({ [key]: value })
            saveSetting(key, value)
          }}
          onStart={start}
          onSpeakerView={() => openSpeakerView(deck.speakerPath, deck.id)}
        />
      )}
      {failed && (
        <p className={styles.notice} role="alert">
          {messages.live.startFailed}
          <button type="button" onClick={() => window.location.reload()}>
            {messages.live.reload}
          </button>
        </p>
      )}
      {!failed && started && live?.refused && (
        <p className={styles.notice} role="alert" data-refused>
          <RefusedWords refused={live.refused} />
        </p>
      )}
      {!failed && takenOver && live.refused === null && (
        <p className={styles.notice} role="status">
          {messages.live.takenOver}
          <button type="button" onClick={() => stream.takeOver()}>
            {messages.live.presentHere}
          </button>
        </p>
      )}
      <div className="spoken-only" aria-live="polite" data-announcer>
        {at < 0 ? '' : `Slide ${at + 1} of ${outline.length}`}
      </div>
    </div>
  )
}
