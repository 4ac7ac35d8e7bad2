import { useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { PresenterPageData } from '../../../api/deck-pages/live-page-data.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { AddressLayer } from '../../features/live/address-layer.tsx'
import { areaFailed } from '../../features/live/area-failed.ts'
import { slideIndexAt } from '../../features/live/deck-outline.ts'
import { focusFrame } from '../../features/live/focus-frame.ts'
import type { SaveSetting } from '../../features/live/save-setting.ts'
import { type Stage, useWakeLock } from '../../features/live/use-stage.ts'
import { ControlPanel } from './control-panel.tsx'
import { Expander } from './expander.tsx'
import { Notices } from './notices.tsx'
import styles from './presenter-page.module.css'
import { PresenterStage } from './presenter-stage.tsx'
import { useLiveAddress } from './use-live-address.ts'
import { usePresenting } from './use-presenting.ts'
import { useStarted } from './use-started.ts'

export interface PresenterPageProps {
  data: PresenterPageData
  stage: Stage
  saveSetting: SaveSetting
  api: ApiClient
}

/** The presenter's page: the panel before the start, then only the deck. */
export function PresenterPage({ data, stage, saveSetting, api }: PresenterPageProps) {
  const { outline } = data
  const { link, stream } = stage
  const { handle, state, live, address, points, command, openSpeakerView } = usePresenting(data, stage)
  const shown = useLiveAddress(data, link)
  const [failed, setFailed] = useState(false)
  const [nearEdge, setNearEdge] = useState(false)
  const focusDeck = () => focusFrame(handle.current?.element ?? null)
  const { started, start, leave, fullscreen, setFullscreen } = useStarted(focusDeck)
  useWakeLock(started)
  const at = slideIndexAt(outline, { h: state.indexh, v: state.indexv })
  return (
    <div className={styles.page} data-started={started}>
      <PresenterStage
        {...{ data, link, handle, command }}
        points={points && started}
        enlarges={state.present_upsizing}
        onEdge={setNearEdge}
        onFailure={() => setFailed(true)}
      />
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
          onClosed={() => started && focusDeck()}
        />
      )}
      <div data-over-address>
        <AreaBoundary text={areaFailed}>
          <Notices {...{ live, failed, started }} onTakeOver={() => stream.takeOver()} />
        </AreaBoundary>
      </div>
      <div className="spoken-only" aria-live="polite" data-announcer data-over-address>
        {at < 0 ? '' : `Slide ${at + 1} of ${outline.length}`}
      </div>
    </div>
  )
}
