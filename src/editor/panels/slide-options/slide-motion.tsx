import { useId } from 'react'
import { offered } from '../../../rules/options.ts'
import { autoSlideSeconds, backgroundTransitions, transitions } from '../../../rules/transitions.ts'
import { animateWithPair } from '../../commands/auto-animate.ts'
import { selectedSlidesOf } from '../../commands/selected-slides.ts'
import { useEditorInstance } from '../../state/use-editor.ts'
import { NumberInput } from '../number-input.tsx'
import panel from '../panel.module.css'
import { useSetSlideAttributes, useSlideAttribute, useSlideFlag } from '../slide-attributes.ts'
import { OptionSelect, type SlideChoice } from './option-select.tsx'
import styles from './slide-options.module.css'

const deckOwn: SlideChoice = ['', 'The deck’s']
const choicesOf = (options: typeof transitions): SlideChoice[] => [
  deckOwn,
  ...offered(options).map(({ id, title }): SlideChoice => [id, title]),
]
const transitionChoices = choicesOf(transitions)
const backgroundChoices = choicesOf(backgroundTransitions)
const speeds: readonly SlideChoice[] = [
  ['', 'Normal'],
  ['fast', 'Fast'],
  ['slow', 'Slow'],
]
const waits: readonly SlideChoice[] = [
  deckOwn,
  ['0', 'Off'],
  ...autoSlideSeconds.map((seconds): SlideChoice => [String(seconds * 1000), `${seconds} seconds`]),
]
const easings: readonly SlideChoice[] = [
  ['', 'Ease'],
  ['linear', 'Linear'],
  ['ease-in', 'Ease in'],
  ['ease-out', 'Ease out'],
  ['ease-in-out', 'Ease in and out'],
]
const unmatched: readonly SlideChoice[] = [
  ['', 'Fade in'],
  ['false', 'Appear at once'],
]

/** The slide's transition, and the delay until the next slide. */
export function TransitionOptions() {
  return (
    <div className={styles.options}>
      <OptionSelect attribute="data-transition" label="Transition" choices={transitionChoices} />
      <OptionSelect attribute="data-transition-speed" label="Speed" choices={speeds} />
      <OptionSelect attribute="data-background-transition" label="Background transition" choices={backgroundChoices} />
      <OptionSelect attribute="data-autoslide" label="Auto-slide" choices={waits} />
    </div>
  )
}

/** Whether auto-animate moves elements that this slide shares with its neighbor. */
export function AutoAnimateSwitch() {
  const set = useSetSlideAttributes()
  const { model } = useEditorInstance()
  const [on] = useSlideFlag('data-auto-animate')
  const change = (next: boolean) => {
    if (next) {
      model.apply(animateWithPair(selectedSlidesOf(model.getState())), { undo: 'step', label: 'Auto-animate' })
    } else {
      const names = ['', '-id', '-restart', '-easing', '-duration', '-unmatched'].map(
        (end) => `data-auto-animate${end}`,
      )
      set(Object.fromEntries(names.map((name) => [name, null])), { label: 'Auto-animate' })
    }
  }
  return (
    <label
      className={panel.check}
      title="What this slide shares with its neighbor moves from its old place to its new one"
    >
      <input type="checkbox" checked={on} onChange={(event) => change(event.target.checked)} />
      <span>Auto-animate</span>
    </label>
  )
}

/** Auto-animate: its timing, and which slides it connects. */
export function AutoAnimateOptions() {
  const [on] = useSlideFlag('data-auto-animate')
  const [duration, setDuration] = useSlideAttribute('data-auto-animate-duration')
  const [group, setGroup] = useSlideAttribute('data-auto-animate-id')
  const [restarts, setRestarts] = useSlideFlag('data-auto-animate-restart')
  const id = useId()
  return (
    <div className={styles.options}>
      <AutoAnimateSwitch />
      <div className={panel.row}>
        <label htmlFor={`${id}-duration`}>Duration</label>
        <NumberInput
          id={`${id}-duration`}
          {...{ unit: 's', min: 0.1, max: 60, step: 0.1, disabled: !on }}
          value={duration === '' ? 1 : Number(duration)}
          onChange={(next, merge) => setDuration(next === 1 ? null : String(next), merge)}
        />
      </div>
      <OptionSelect attribute="data-auto-animate-easing" label="Easing" choices={easings} disabled={!on} />
      <OptionSelect attribute="data-auto-animate-unmatched" label="What is new" choices={unmatched} disabled={!on} />
      <label className={panel.row} title="Only slides with the same name animate into one another">
        <span>Group</span>
        <input
          className={panel.control}
          value={group}
          disabled={!on}
          maxLength={64}
          placeholder="All neighbors"
          onChange={(event) => setGroup(event.target.value.replace(/[^A-Za-z0-9_-]/g, '-'), true)}
        />
      </label>
      <label className={panel.check} title="Nothing moves over from the slide before">
        <input
          type="checkbox"
          checked={restarts}
          disabled={!on}
          onChange={(event) => setRestarts(event.target.checked)}
        />
        <span>Begin anew at this slide</span>
      </label>
    </div>
  )
}
