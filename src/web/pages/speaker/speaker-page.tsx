import { useMemo, useState } from 'react'
import type { SpeakerPageData } from '../../../api/deck-pages/live-page-data.ts'
import type { Move } from '../../../player/messages.ts'
import type { SpeakerLayout } from '../../../rules/speaker-layouts.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { usesTouchDevice } from '../../../ui/device.ts'
import { areaFailed } from '../../features/live/area-failed.ts'
import { slideIndexAt, slideTitle } from '../../features/live/deck-outline.ts'
import { focusFrame } from '../../features/live/focus-frame.ts'
import type { SaveSetting } from '../../features/live/save-setting.ts'
import { type Stage, useStage, useWakeLock } from '../../features/live/use-stage.ts'
import { focusDeckAfterClick } from './focus-after-click.ts'
import './speaker-layouts.css'
import { SlideJump } from './slide-jump.tsx'
import { SpeakerBar } from './speaker-bar.tsx'
import styles from './speaker-page.module.css'
import { SpeakerPanes } from './speaker-panes.tsx'
import { StageTools } from './stage-tools.tsx'
import { TouchControls } from './touch-controls.tsx'
import { useSpeaking } from './use-speaking.ts'

export interface SpeakerPageProps {
  data: SpeakerPageData
  stage: Stage
  saveSetting: SaveSetting
}

/** The speaker view: the current slide, the next one, notes and timer. */
export function SpeakerPage({ data, stage, saveSetting }: SpeakerPageProps) {
  const { outline } = data
  const { state } = useStage(stage)
  const speaking = useSpeaking(stage)
  const { handle, screen, address, pointing, overview, command } = speaking
  const [layout, setLayout] = useState<SpeakerLayout>(data.settings.speaker_layout)
  const touch = useMemo(() => usesTouchDevice(), [])
  const stacked = useMemo(() => outline.some(({ v }) => v > 0), [outline])
  const at = slideIndexAt(outline, { h: state.indexh, v: state.indexv })
  const slide = outline[at]
  useWakeLock(true)
  const onMove = (to: Move) => command({ do: 'move', to })
  const chooseLayout = (chosen: SpeakerLayout) => {
    setLayout(chosen)
    saveSetting('speaker_layout', chosen)
  }
  const goto = (h: number, v: number, f: number | null) => handle.current?.send({ type: 'goto', h, v, f })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: it only returns the focus to the deck after a mouse click
    <div
      className={styles.page}
      data-layout={layout}
      data-touch={touch}
      onClick={(event) => {
        if (!touch) focusDeckAfterClick(event, handle.current?.element ?? null)
      }}
    >
      <SpeakerBar {...{ data, stage, at, layout }} onLayout={chooseLayout} />
      <SpeakerPanes {...{ data, stage, speaking, slide, layout, onMove, goto }} />
      <footer className={styles.foot}>
        <AreaBoundary text={areaFailed}>
          <StageTools {...{ screen, pointing, overview, address }} onCommand={command} />
        </AreaBoundary>
        {touch && (
          <AreaBoundary text={areaFailed}>
            <TouchControls
              {...{ stacked, onMove }}
              paused={screen !== null}
              onResume={() => command({ do: 'pause' })}
            />
          </AreaBoundary>
        )}
      </footer>
      <div className="spoken-only" aria-live="polite" data-announcer>
        {slide ? `Slide ${at + 1} of ${outline.length}: ${slideTitle(slide)}` : ''}
      </div>
      <SlideJump
        open={speaking.jumping}
        outline={outline}
        onJump={(h, v) => goto(h, v, null)}
        onClose={() => speaking.setJumping(false)}
        onChosen={() => focusFrame(handle.current?.element ?? null)}
      />
    </div>
  )
}
