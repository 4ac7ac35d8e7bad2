import { speakerLayouts } from '../../../../rules/speaker-layouts.ts'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import presenter from '../pictures/presenting.webp'
import speaker from '../pictures/speaker.webp'

export const presenting: readonly ArticleSection[] = [
  {
    id: 'fullscreen',
    title: 'Fullscreen',
    content: (
      <p>
        <strong>Present</strong> in the editor, or <kbd>F</kbd> on the deck's page, fills the screen. The menu beside
        Present begins at the first slide or at the one you are on.
      </p>
    ),
  },
  {
    id: 'live',
    title: 'Live, to an audience',
    content: (
      <>
        <p>
          <strong>Present live</strong>, in the menu of your deck, opens the page for the screen in the hall. It shows
          the address at which people follow on their own screens. <kbd>Q</kbd> shows the QR code to everybody, with
          that address in large letters.
        </p>
        <HelpPicture src={presenter} alt="The presenter’s page: its panel at the left, the slide at the right" />
        <p>
          If the network goes away, your own windows stay in step and the audience catches up later. Whoever comes late
          sees the slide you are on. When you open the presentation in a second window, that one takes over.
        </p>
      </>
    ),
  },
  {
    id: 'speaker',
    title: 'The speaker view',
    content: (
      <>
        <p>
          It has your notes, the next slide, a timer and a clock: in a window of its own, or on your phone. It has{' '}
          {speakerLayouts.length} layouts, at the top right.
        </p>
        <HelpPicture src={speaker} alt="The speaker view: the slide, the next one, the notes, and buttons below" />
        <p>
          <kbd>B</kbd> and <kbd>W</kbd> turn the screen black and white, <kbd>R</kbd> is the laser pointer, and{' '}
          <kbd>G</kbd> goes to a slide by its number or words. Notes never reach the audience unless the deck shares
          them.
        </p>
      </>
    ),
  },
]
