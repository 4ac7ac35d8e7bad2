import { Dialog as Base } from '@base-ui/react/dialog'
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useEditorInstance } from '../../../../editor/state/use-editor.ts'
import { timings } from '../../../../rules/timings.ts'
import { Button } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { useStore } from '../../../../ui/store.ts'
import styles from './tutorial.module.css'
import { createTutorial, type TutorialController, type TutorialEnd } from './tutorial-controller.ts'
import { tutorialSteps } from './tutorial-steps.ts'

/** px. `padding`: between the highlighted part and the edge of its hole; `gap`: between the hole and the card. */
const padding = 6
const gap = 14
const cardSize = { width: 340, height: 230 }

interface Place {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The window rectangle of a step's part, in px; null if it is hidden (such as a closed panel). */
function placeOf(part: string): Place | null {
  const box = document.querySelector(`[data-tutorial="${part}"]`)?.getBoundingClientRect()
  if (!box || box.width === 0 || box.height === 0) return null
  const [width, height] = [window.innerWidth, window.innerHeight]
  const inside = (value: number, most: number) => Math.min(most, Math.max(0, value))
  return {
    left: inside(box.left - padding, width),
    top: inside(box.top - padding, height),
    right: inside(box.right + padding, width),
    bottom: inside(box.bottom + padding, height),
  }
}

/** The backdrop's clip path, with a hole for the part. */
function veilStyle(hole: Place | null): CSSProperties {
  if (!hole) return {}
  const { left, top, right, bottom } = hole
  const outer = '0 0, 0 100%, 100% 100%, 100% 0, 0 0'
  const inner = `${left}px ${top}px, ${right}px ${top}px, ${right}px ${bottom}px, ${left}px ${bottom}px, ${left}px ${top}px`
  return { clipPath: `polygon(evenodd, ${outer}, ${inner}, 0 0)` }
}

/** Places the card below or above the part, else beside it; centered if there is no part. */
function cardStyle(hole: Place | null): CSSProperties {
  const [width, height] = [window.innerWidth, window.innerHeight]
  if (!hole || width < 700) return { left: '50%', top: '50%', translate: '-50% -50%' }
  const left = Math.min(Math.max(12, hole.left), width - cardSize.width - 12)
  if (height - hole.bottom > cardSize.height + gap) return { left, top: hole.bottom + gap }
  if (hole.top > cardSize.height + gap) return { left, bottom: height - hole.top + gap }
  const top = Math.max(12, hole.top + 24)
  return hole.right + gap + cardSize.width < width
    ? { left: hole.right + gap, top }
    : { right: width - hole.left + gap, top }
}

/** The rectangle of a step's part, updated on resize. */
function usePlace(part: string): Place | null {
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    const measure = () => setPlace(placeOf(part))
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [part])
  return place
}

function Pages({ controller, step }: { controller: TutorialController; step: number }) {
  return (
    <ol className={styles.pages} aria-label="Steps">
      {tutorialSteps.map(({ title, part }, index) => (
        <li key={part}>
          <button
            type="button"
            className={classNames(styles.page, index === step && styles.currentPage)}
            aria-label={`Step ${index + 1}: ${title}`}
            aria-current={index === step ? 'step' : undefined}
            // Keeps the focus on 'Next', so that Space still continues after a click here.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => controller.goTo(index)}
          />
        </li>
      ))}
    </ol>
  )
}

/** Captures all keys while the tour is open. A press on the backdrop may have moved the focus out of the card. */
function useTourKeys(controller: TutorialController, open: boolean, card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!open) return
    const listen = (event: KeyboardEvent) => {
      const own = card.current?.contains(event.target as Node) ?? false
      // Space presses a focused button of the card; on 'Next' the result is the same.
      if (event.key === ' ' && own && (event.target as Element).closest('button')) return
      if (controller.press(event.key)) event.preventDefault()
      else if (own || event.key === 'Tab') return
      event.stopPropagation()
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [controller, open, card])
}

function Step({ controller, open }: { controller: TutorialController; open: boolean }) {
  const { step } = useStore(controller.state)
  const { title, text, part } = tutorialSteps[step]!
  const hole = usePlace(part)
  const next = useRef<HTMLButtonElement>(null)
  const last = step === tutorialSteps.length - 1
  const card = useRef<HTMLDivElement>(null)
  useTourKeys(controller, open, card)
  return (
    <>
      <Base.Backdrop className={styles.veil} style={veilStyle(hole)} data-tutorial-veil />
      <Base.Popup ref={card} className={styles.card} style={cardStyle(hole)} initialFocus={next}>
        <div aria-live="polite">
          <Base.Title className={styles.title}>{title}</Base.Title>
          <Base.Description className={styles.text}>{text}</Base.Description>
        </div>
        <Pages controller={controller} step={step} />
        <footer className={styles.foot}>
          <Button variant="quiet" size="s" onClick={controller.skip}>
            Skip tutorial
          </Button>
          <Button ref={next} variant="primary" size="s" onClick={controller.next}>
            {last ? 'Get started' : 'Next'}
          </Button>
        </footer>
      </Base.Popup>
    </>
  )
}

/** The editor's tour, above everything but dialogs; hidden while paused. */
export function Tutorial({ paused, onEnd }: { paused: boolean; onEnd(end: TutorialEnd): void }) {
  const { model } = useEditorInstance()
  const [controller] = useState(() => createTutorial(tutorialSteps.length, onEnd))
  const { end } = useStore(controller.state)
  const open = end === null && !paused
  useEffect(() => {
    if (open) model.stopEditing()
  }, [model, open])
  return (
    <Base.Root
      open={open}
      disablePointerDismissal
      onOpenChange={(next) => {
        if (!next) controller.skip()
      }}
    >
      <Base.Portal>
        <div className={styles.layer} style={{ '--fade': `${timings.tutorialFade}ms` } as CSSProperties}>
          <Step controller={controller} open={open} />
        </div>
      </Base.Portal>
    </Base.Root>
  )
}
