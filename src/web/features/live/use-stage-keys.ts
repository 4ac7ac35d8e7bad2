import { type RefObject, useEffect, useRef } from 'react'
import { type PressedKey, type StageCommand, stageCommand } from './stage-keys.ts'

/** The kind of the focused element, for keys. */
function placeOf(target: EventTarget | null): PressedKey['on'] {
  if (!(target instanceof Element)) return 'page'
  // The live address is a dialog too, but keeps the keys of presenting pages.
  if (target.closest('[role="dialog"]:not([data-address-screen])')) return 'field'
  if (target.closest('input[type="radio"], input[type="checkbox"]')) return 'choice'
  if (target.closest('input, textarea, select, [contenteditable]')) return 'field'
  return target.closest('a, button, summary') ? 'control' : 'page'
}

/** Minimum interval between moves of a held key, in ms: the deck handles no more. */
const STEP_EVERY = 40

/** Handles keys of the whole window. `state` determines their commands. */
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
