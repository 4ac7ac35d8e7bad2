import { limits } from '../../../../rules/limits.ts'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/lost-work.webp'

export const lostWork: readonly ArticleSection[] = [
  {
    id: 'undo',
    title: 'A moment ago',
    content: (
      <p>
        <kbd>Ctrl</kbd>+<kbd>Z</kbd> takes back one step after the other, also deleted slides, and goes to the slide
        where it happened.
      </p>
    ),
  },
  {
    id: 'revisions',
    title: 'An earlier revision',
    content: (
      <>
        <p>
          <strong>Revisions</strong>, the clock in the editor's bar, lists the last {limits.deck.revisions} of the deck.
          Look at one, and restore it; what you have now becomes a revision first.
        </p>
        <HelpPicture
          src={picture}
          alt="The revisions of a deck: a list of times at the left, the slides that changed at the top, and a preview with the button Restore"
        />
      </>
    ),
  },
  {
    id: 'trash',
    title: 'A whole deck',
    content: (
      <p>
        Decks that were thrown away stay in the trash for {limits.deck.trashDays} days: open your decks, choose Trash,
        and press <strong>Recover</strong>. After that they are deleted for good.
      </p>
    ),
  },
  {
    id: 'browser',
    title: 'The browser closed',
    content: (
      <p>
        Open the deck in the same browser again. What was not sent yet is there; you are asked only when the deck was
        changed elsewhere meanwhile.
      </p>
    ),
  },
]
