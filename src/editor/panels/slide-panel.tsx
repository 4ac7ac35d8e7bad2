import { lazy, Suspense, useId } from 'react'
import { textChoiceAttribute } from '../../document/background-tone.ts'
import { hideFooterAttribute } from '../../document/hide-footer.ts'
import { themeColor } from '../../rules/theme-colors.ts'
import { useStore } from '../../ui/store.ts'
import { actionNamed } from '../actions/index.ts'
import { countedSlides } from '../actions/slide-places.ts'
import { selectedSlidesOf } from '../commands/selected-slides.ts'
import { useEditor } from '../state/use-editor.ts'
import { hasFooter } from '../themes/open-footers.ts'
import { openThemes } from '../themes/open-themes.ts'
import { ActionRow } from './action-row.tsx'
import { ColorInput } from './colors/color-button.tsx'
import { useShownColor } from './colors/shown-color.ts'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'
import { useSetSlideAttributes, useSlideAttribute, useSlideFlag } from './slide-attributes.ts'
import { SlideNotes } from './slide-notes.tsx'
import { BackgroundImage } from './slide-options/background-image.tsx'
import { OptionSelect, type SlideChoice } from './slide-options/option-select.tsx'
import { AutoAnimateSwitch, TransitionOptions } from './slide-options/slide-motion.tsx'

const visibilities: readonly SlideChoice[] = [
  ['', 'Shown'],
  ['hidden', 'Skipped'],
  ['uncounted', 'Shown, uncounted'],
]

/** Automatic: derived from the color, the gradient or the uploaded image. With videos and pages the theme's color stays. */
const textChoices: readonly SlideChoice[] = [
  ['', 'Automatic'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

const LoadedEffects = lazy(() =>
  import('./slide-options/background-effects.tsx').then(
    ({ BackgroundEffects }) => ({ default: BackgroundEffects }),
    // Advanced Slide Options has them too, and says that they could not be loaded.
    () => ({ default: () => null }),
  ),
)

/** Loaded when a slide with a picture or video is shown. */
function LazyEffects() {
  const isWanted = useEditor(({ deck, slideId }) => {
    const attributes = deck.slides[slideId]?.attributes
    return Boolean(attributes?.['data-background-image'] || attributes?.['data-background-video'])
  })
  return isWanted ? (
    <Suspense fallback={null}>
      <LoadedEffects />
    </Suspense>
  ) : null
}

/** Whether the selected slides go without the footer; only where the deck has one. */
function HideFooter() {
  useStore(openThemes)
  const [on, setOn] = useSlideFlag(hideFooterAttribute)
  const isShown = useEditor(({ deck }) => hasFooter(deck.settings))
  if (!isShown && !on) return null
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={on} onChange={(event) => setOn(event.target.checked)} />
      <span>Hide footer</span>
    </label>
  )
}

function Background() {
  const id = useId()
  const [color] = useSlideAttribute('data-background-color')
  const [gradient] = useSlideAttribute('data-background-gradient')
  const set = useSetSlideAttributes()
  // Changes apply to all selected slides: the panel shows how many.
  const count = useEditor((state) => selectedSlidesOf(state).length)
  const usual = useEditor(({ deck }) => themeColor(deck.settings.theme_color).background)
  const theme = useShownColor('var(--r-background-color)', true) || usual
  return (
    <PanelGroup title={count > 1 ? countedSlides(count) : 'Slide'}>
      <div className={styles.row}>
        <label htmlFor={id}>Background</label>
        <ColorInput
          {...{ id, theme }}
          label="Background"
          value={gradient || color}
          gradients
          isGround
          onChange={(value, merge) => {
            const isGradient = value.includes('gradient(')
            set(
              {
                'data-background-color': isGradient ? null : value,
                'data-background-gradient': isGradient ? value : null,
              },
              { merge },
            )
          }}
        />
      </div>
      <BackgroundImage />
      <LazyEffects />
      <OptionSelect attribute={textChoiceAttribute} label="Text color" choices={textChoices} />
      <HideFooter />
      <ActionRow actions={['background-to-all', 'change-layout'].map(actionNamed)} />
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
