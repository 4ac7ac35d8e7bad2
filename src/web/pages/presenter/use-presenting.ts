import { useRef, useState } from 'react'
import type { PresenterPageData } from '../../../api/deck-pages/live-page-data.ts'
import type { StageFrameHandle } from '../../features/live/stage-frame.tsx'
import type { StageCommand } from '../../features/live/stage-keys.ts'
import { screenOf, togglePause } from '../../features/live/stage-state.ts'
import { toggleFullscreen } from '../../features/live/toggle-fullscreen.ts'
import { type Stage, useStage } from '../../features/live/use-stage.ts'
import { useStageKeys } from '../../features/live/use-stage-keys.ts'

/** The presenter's commands, and the state that only this window has. */
export function usePresenting({ deck }: PresenterPageData, stage: Stage) {
  const { link } = stage
  const handle = useRef<StageFrameHandle | null>(null)
  const { state, live } = useStage(stage)
  const [pointing, setPointing] = useState(false)
  const screen = screenOf(state)
  const address = state.address ?? false
  /** Opens the speaker view in its own window, or focuses the open one. */
  const openSpeakerView = (): void => {
    window.open(deck.speakerPath, `lectern-speaker-${deck.id}`, 'width=1100,height=760')
  }
  const command = (given: StageCommand): void => {
    if (given.do === 'move') handle.current?.send({ type: 'move', to: given.to })
    else if (given.do === 'pause') link.change(togglePause(state, screen ?? 'black'))
    else if (given.do === 'white') link.change(togglePause(state, 'white'))
    else if (given.do === 'overview') link.change({ overview: !state.overview, address: false })
    else if (given.do === 'laser') setPointing((on) => !on)
    else if (given.do === 'address') link.change({ address: !address, light: null })
    else if (given.do === 'fullscreen') toggleFullscreen()
    else if (given.do === 'speaker') openSpeakerView()
  }
  const keyState = useRef({ paused: false, overview: false, address: false })
  keyState.current = { paused: screen !== null, overview: state.overview, address }
  useStageKeys(keyState, command)
  return { handle, state, live, address, points: pointing && screen === null && !address, command, openSpeakerView }
}
