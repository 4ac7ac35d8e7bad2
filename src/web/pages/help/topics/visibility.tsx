import { Link } from 'react-router'
import type { ArticleSection } from '../../../../ui/article.tsx'
import styles from '../help.module.css'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/visibility.webp'

export const visibility: readonly ArticleSection[] = [
  {
    id: 'choices',
    title: 'Public or private',
    content: (
      <>
        <dl className={styles.terms}>
          <dt>Public</dt>
          <dd>Everybody who has the address. Decks of two slides or more can be found on Explore.</dd>
          <dt>Private</dt>
          <dd>
            You alone, and those to whom you give a <Link to="/help/private-links">private link</Link>.
          </dd>
        </dl>
        <p>
          Change it on the deck's page, in the editor, or in the menu of the deck among your decks. Nobody else can open
          a deck any more once it is private, and an audience that follows it live is told at once. A page that is open
          already keeps what it has loaded.
        </p>
        <HelpPicture src={picture} alt="A deck’s page with the menu that says who can see it" />
      </>
    ),
  },
]
