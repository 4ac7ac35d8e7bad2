import { type RefObject, useEffect, useRef } from 'react'
import { type PressedKey, type StageCommand, stageCommand } from './stage-keys.ts'

/** What has the focus, as far as keys are concerned. */
function placeOf(target: EventTarget | null): PressedKey['on'] {
  if (!(target instanceof Element)) return 'page'
  // The shown address is a dialog that knows only the keys of the stage.
  if (target.closest('[role="dialog"]:not([data-address-screen])')) return 'field'
  if (target.closest('input[type="radio"], input[type="checkbox"]')) return 'choice'
  if (target.closest('input, textarea, select, [contenteditable]')) return 'field'
  return target.closest('a, button, summary') ? 'control' : 'page'
}

/** Keys held down turn pages at most this often, in ms: the deck takes no more. */
const STEP_EVERY = 40

/** Lets the keys of the window work wherever its focus is. `state` says what they mean at the moment. */
export function useStageKeys(
  state: RefObject<Pick<PressedKey, 'paused' | 'overview' | 'address'>>,
  onCommand: (command: StageCommand) => void,
): void {
  const latest = useRef(onCommand)
  latest.current = onCommand
  useEffect(() => {
    let last = 0
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return
      const command = stageCommand({
        key: event.key,
        shift: event.shiftKey,
        modified: event.ctrlKey || event.metaKey || event.altKey,
        on: placeOf(event.target),
        ...state.current,
      })
      if (!command) return
      event.preventDefault()
      if (event.repeat && (command.do !== 'move' || event.timeStamp - last < STEP_EVERY)) return
      last = event.timeStamp
      latest.current(command)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [state])
}
