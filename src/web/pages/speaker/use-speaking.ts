import { useEffect, useRef, useState } from 'react'
import type { ScreenColor } from '../../../player/messages.ts'
import { focusFrame } from '../../features/live/focus-frame.ts'
import type { StageFrameHandle } from '../../features/live/stage-frame.tsx'
import type { StageCommand } from '../../features/live/stage-keys.ts'
import { screenOf, togglePause } from '../../features/live/stage-state.ts'
import { toggleFullscreen } from '../../features/live/toggle-fullscreen.ts'
import { type Stage, useStage } from '../../features/live/use-stage.ts'
import { useStageKeys } from '../../features/live/use-stage-keys.ts'
import type { Cover } from './cover-message.tsx'

/** The speaker's commands, and the state that only this window has. */
export function useSpeaking(stage: Stage) {
  const { link } = stage
  const handle = useRef<StageFrameHandle | null>(null)
  const { state } = useStage(stage)
  const [pointing, setPointing] = useState(false)
  const [overview, setOverview] = useState(false)
  const [jumping, setJumping] = useState(false)
  const screen = screenOf(state)
  const address = state.address ?? false
  const cover: Cover | null = address ? 'address' : screen
  const turn = (color: ScreenColor) => link.change(togglePause(state, color))
  const command = (given: StageCommand): void => {
    if (given.do === 'move') handle.current?.send({ type: 'move', to: given.to })
    else if (given.do === 'pause') turn(screen === null ? 'black' : screen)
    else if (given.do === 'white') turn('white')
    else if (given.do === 'overview') handle.current?.send({ type: 'overview', on: !overview })
    else if (given.do === 'jump') setJumping(true)
    else if (given.do === 'laser') setPointing(!pointing && cover === null)
    else if (given.do === 'address') link.change({ address: !address, light: null })
    else if (given.do === 'fullscreen') toggleFullscreen()
  }
  const keyState = useRef({ paused: false, overview: false, address: false })
  keyState.current = { paused: screen !== null, overview, address }
  useStageKeys(keyState, command)
  // While the address is shown, the page handles the keys: in the deck, Escape has another meaning.
  const hadAddress = useRef(address)
  useEffect(() => {
    const frame = handle.current?.element ?? null
    if (address && document.activeElement === frame) frame?.blur()
    else if (!address && hadAddress.current && document.activeElement === document.body) focusFrame(frame)
    hadAddress.current = address
  }, [address])
  const uncover = () => command({ do: address ? 'address' : 'pause' })
  return { handle, screen, address, cover, uncover, pointing, overview, setOverview, jumping, setJumping, command }
}

/** The speaker's state and commands. */
export type Speaking = ReturnType<typeof useSpeaking>
