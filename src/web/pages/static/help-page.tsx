import { Link } from 'react-router'
import { limits } from '../../../rules/limits.ts'
import { product } from '../../../rules/product.ts'
import { Article, type ArticleSection } from '../../ui/article.tsx'
import styles from './help-page.module.css'

const keys = [
  { keys: ['→', 'Space'], does: 'The next step or slide' },
  { keys: ['←'], does: 'The step or slide before' },
  { keys: ['↓', '↑'], does: 'Down and up in a stack of slides' },
  { keys: ['Esc', 'O'], does: 'All slides at a glance' },
  { keys: ['F'], does: 'Full screen' },
  { keys: ['B', '.'], does: 'Pause: the screen goes dark' },
  { keys: ['Home', 'End'], does: 'The first and the last slide' },
] as const

function Keys() {
  return (
    <table className={styles.keys}>
      <tbody>
        {keys.map((row) => (
          <tr key={row.does}>
            <th scope="row">
              {row.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </th>
            <td>{row.does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sections: readonly ArticleSection[] = [
  {
    id: 'first-deck',
    title: 'Your first deck',
    content: (
      <ol>
        <li>
          <Link to="/users/sign_up">Sign up</Link>, then press <strong>New deck</strong> in the header.
        </li>
        <li>Click into the title on the first slide and write.</li>
        <li>Add text, images, shapes and lines from the bar at the left; drag them where they belong.</li>
        <li>Add a slide below the last one. The deck is saved while you work.</li>
        <li>
          Choose who can see it, and press <strong>Present</strong>.
        </li>
      </ol>
    ),
  },
  {
    id: 'present',
    title: 'Present',
    content: (
      <>
        <p>Open the deck and choose full screen, or use the keys:</p>
        <Keys />
        <p>
          <strong>Present live</strong>, in the menu of your deck, opens the page for the screen in the hall. From there
          you share the address at which people follow, and open the speaker view with your notes, a timer and the next
          slide: in a window of its own, or on your phone. While you speak, <kbd>B</kbd> and <kbd>W</kbd> turn the
          screen black and white, <kbd>R</kbd> is the laser pointer, <kbd>Q</kbd> shows the address and its QR code to
          everybody, and <kbd>G</kbd> in the speaker view goes to a slide by its number or words. If the network goes
          away, your windows stay in step, and the audience catches up later.
        </p>
      </>
    ),
  },
  {
    id: 'who-sees',
    title: 'Who can see a deck',
    content: (
      <dl className={styles.terms}>
        <dt>Public</dt>
        <dd>Everybody who has the address, and those who search on Explore.</dd>
        <dt>Private</dt>
        <dd>You alone, and the people you invite.</dd>
        <dt>Internal</dt>
        <dd>The members of your team.</dd>
      </dl>
    ),
  },
  {
    id: 'link-to-slide',
    title: 'Link to a slide',
    content: (
      <p>
        Each slide has an address: add <code>#/</code> and its place, counted from 0. <code>#/2</code> is the third
        slide, <code>#/2/1</code> the second one in the third stack. The address in your browser follows as you move.
      </p>
    ),
  },
  {
    id: 'pictures',
    title: 'Pictures',
    content: (
      <p>
        Drop a PNG, JPG, GIF or SVG file on the slide, or paste it. A file may have up to{' '}
        {limits.upload.imageKilobytes / 1000} MB. What a file tells about where and when it was taken is removed.
      </p>
    ),
  },
  {
    id: 'lost',
    title: 'Something is lost',
    content: (
      <>
        <p>
          A deck in the trash comes back with <strong>Recover</strong>: open your decks and choose Trash. An earlier
          version of a deck comes back from the revisions in the editor.
        </p>
        <p>
          Did the browser close before the deck was saved? Open the deck in the same browser again: it offers you what
          you wrote.
        </p>
      </>
    ),
  },
  {
    id: 'ask',
    title: 'Ask us',
    content: (
      <p>
        Nothing here helps? <Link to="/contact">Write to us</Link>. If you run {product.name} yourself, the message goes
        to your own operator.
      </p>
    ),
  },
]

/** How to do the usual things. */
export function HelpPage() {
  return (
    <Article title="Help" lead="The first deck, the keys, and what to do when something is lost." sections={sections} />
  )
}
