import { useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { PresenterPageData } from '../../../api/deck-pages/live-page-data.ts'
import { limits } from '../../../rules/limits.ts'
import { AddressLayer } from '../../features/live/address-layer.tsx'
import { slideIndexAt } from '../../features/live/deck-outline.ts'
import { focusFrame } from '../../features/live/focus-frame.ts'
import { PointingLayer } from '../../features/live/pointing-layer.tsx'
import type { SaveSetting } from '../../features/live/save-setting.ts'
import { StageFrame } from '../../features/live/stage-frame.tsx'
import { commandOfDeckKey } from '../../features/live/stage-keys.ts'
import { type Stage, useWakeLock } from '../../features/live/use-stage.ts'
import { ControlPanel } from './control-panel.tsx'
import { Expander } from './expander.tsx'
import { Notices } from './notices.tsx'
import styles from './presenter-page.module.css'
import { useLiveAddress } from './use-live-address.ts'
import { usePresenting } from './use-presenting.ts'
import { useStarted } from './use-started.ts'

export interface PresenterPageProps {
  data: PresenterPageData
  stage: Stage
  saveSetting: SaveSetting
  api: ApiClient
}

/** The presenter's page: first what there is to choose, then nothing but the deck. */
export function PresenterPage({ data, stage, saveSetting, api }: PresenterPageProps) {
  const { deck, outline } = data
  const { link, stream } = stage
  const { handle, state, live, address, points, command, openSpeakerView } = usePresenting(data, stage)
  const shown = useLiveAddress(data, link)
  const [failed, setFailed] = useState(false)
  const [nearEdge, setNearEdge] = useState(false)
  const giveKeysToDeck = () => focusFrame(handle.current?.element ?? null)
  const { started, start, leave, fullscreen, setFullscreen } = useStarted(giveKeysToDeck)
  useWakeLock(started)
  const at = slideIndexAt(outline, { h: state.indexh, v: state.indexv })
  const maxScale = state.present_upsizing ? limits.live.upsizingMaxScale : 1
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
        {points && started && (
          <PointingLayer link={link} fit={{ margin: 0.02, maxScale }} className={styles.pointing} />
        )}
      </main>
      {started ? (
        <Expander near={nearEdge} onOpen={leave} />
      ) : (
        <ControlPanel
          {...{ data, api, state, live, fullscreen, shown }}
          onFullscreen={setFullscreen}
          onOption={(key, value) => {
            link.change({ [key]: value })
            saveSetting(key, value)
          }}
          onStart={start}
          onSpeakerView={openSpeakerView}
        />
      )}
      {address && (
        <AddressLayer
          url={shown.url}
          hint={shown.hint}
          onClose={() => command({ do: 'address' })}
          onClosed={() => started && giveKeysToDeck()}
        />
      )}
      <div data-over-address>
        <Notices {...{ live, failed, started }} onTakeOver={() => stream.takeOver()} />
      </div>
      <div className="spoken-only" aria-live="polite" data-announcer data-over-address>
        {at < 0 ? '' : `Slide ${at + 1} of ${outline.length}`}
      </div>
    </div>
  )
}
