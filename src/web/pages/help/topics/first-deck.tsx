import { Link } from 'react-router'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/first-deck.webp'

export const firstDeck: readonly ArticleSection[] = [
  {
    id: 'steps',
    title: 'Five steps',
    content: (
      <>
        <ol>
          <li>
            <Link to="/users/sign_up">Sign up</Link>, then press <strong>New deck</strong> in the header.
          </li>
          <li>Click into the title on the first slide and write.</li>
          <li>Add text, images, shapes, lines and tables from the bar at the top; drag them where they belong.</li>
          <li>
            Press <strong>Slide</strong> below the list of slides for the next one.
          </li>
          <li>
            Choose who can see the deck, and press <strong>Present</strong>.
          </li>
        </ol>
        <HelpPicture
          src={picture}
          alt="The editor: slides at the left, the slide in the middle, its options at the right"
        />
      </>
    ),
  },
  {
    id: 'saving',
    title: 'Saving',
    content: (
      <p>
        The deck is saved while you work; the words below its title say so. Each change is also kept in your browser
        before it is sent, so a closed lid or a lost network costs nothing. <kbd>Ctrl</kbd>+<kbd>S</kbd> saves at once.
      </p>
    ),
  },
  {
    id: 'find',
    title: 'Finding what you need',
    content: (
      <p>
        <kbd>Ctrl</kbd>+<kbd>K</kbd> opens the palette: type a few letters of what you would like to do, of a slide, or
        of a page of this help. A right click on a block shows what can be done with it.
      </p>
    ),
  },
]
