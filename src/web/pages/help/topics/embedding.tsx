import { limits } from '../../../../rules/limits.ts'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/embedding.webp'

export const embedding: readonly ArticleSection[] = [
  {
    id: 'code',
    title: 'In your own page',
    content: (
      <>
        <p>
          Press <strong>Share</strong>, choose the tab <strong>Embed</strong>, and copy the code into your page. It is{' '}
          {limits.embed.width} by {limits.embed.height} px unless you say otherwise; the deck fills whatever size it
          gets. Its footer is dark, light or hidden.
        </p>
        <HelpPicture src={picture} alt="The tab Embed of the share dialog, with sizes, the footer and the code" />
        <p>
          A private deck can be embedded through a private link: choose the link in the tab. Sites that know oEmbed need
          only the deck's address.
        </p>
      </>
    ),
  },
  {
    id: 'slide',
    title: 'Link to a slide',
    content: (
      <p>
        Each slide has an address: add <code>#/</code> and its place, counted from 0. <code>#/2</code> is the third
        slide, <code>#/2/1</code> the second one in the third stack. The address in your browser follows as you move.
      </p>
    ),
  },
]
