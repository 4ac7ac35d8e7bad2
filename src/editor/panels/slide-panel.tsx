import { useId } from 'react'
import { textChoiceAttribute } from '../../document/background-tone.ts'
import { themeColor } from '../../rules/theme-colors.ts'
import { actionNamed } from '../actions/index.ts'
import { countedSlides } from '../actions/slide-places.ts'
import { selectedSlidesOf } from '../commands/selected-slides.ts'
import { useEditor } from '../state/use-editor.ts'
import { ActionRow } from './action-row.tsx'
import { ColorInput } from './field-control.tsx'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'
import { useSlideAttribute } from './slide-attributes.ts'
import { SlideNotes } from './slide-notes.tsx'
import { BackgroundImage } from './slide-options/background-image.tsx'
import { OptionSelect, type SlideChoice } from './slide-options/option-select.tsx'
import { AutoAnimateSwitch, TransitionOptions } from './slide-options/slide-motion.tsx'

const visibilities: readonly SlideChoice[] = [
  ['', 'Shown'],
  ['hidden', 'Skipped'],
  ['uncounted', 'Shown, uncounted'],
]

/**
 * Automatic: derived from the color or the uploaded image. With videos, pages and gradients the theme's color stays.
 */
const textChoices: readonly SlideChoice[] = [
  ['', 'Automatic'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

function Background() {
  const id = useId()
  const [color, setColor] = useSlideAttribute('data-background-color')
  // Changes apply to all selected slides: the panel shows how many.
  const count = useEditor((state) => selectedSlidesOf(state).length)
  const theme = useEditor(({ deck }) => themeColor(deck.settings.theme_color).background)
  return (
    <PanelGroup title={count > 1 ? countedSlides(count) : 'Slide'}>
      <div className={styles.row}>
        <label htmlFor={id}>Background</label>
        <ColorInput id={id} label="Background" value={color} theme={theme} onChange={setColor} />
      </div>
      <BackgroundImage />
      <OptionSelect attribute={textChoiceAttribute} label="Text color" choices={textChoices} />
      <ActionRow actions={[actionNamed('change-layout')]} />
    </PanelGroup>
  )
}

/** The Slide panel: background, transition, visibility, notes. */
export function SlidePanel() {
  return (
    <>
      <Background />
      <PanelGroup title="Presenting">
        <TransitionOptions />
        <AutoAnimateSwitch />
        <OptionSelect attribute="data-visibility" label="When presenting" choices={visibilities} />
        <ActionRow actions={[actionNamed('slide-options'), actionNamed('edit-slide-html')]} />
      </PanelGroup>
      <SlideNotes />
    </>
  )
}
