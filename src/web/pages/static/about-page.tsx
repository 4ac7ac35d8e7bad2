import { product } from '../../../rules/product.ts'
import { Article, type ArticleSection } from '../../../ui/article.tsx'
import { BrandKit } from './brand-kit.tsx'

const sections: readonly ArticleSection[] = [
  {
    id: 'what',
    title: 'What it is',
    content: (
      <>
        <p>
          {product.name} is a home for slide decks made of HTML. You write a deck in the browser, dress it with a theme,
          show it full-screen, and give its address to anyone. There is nothing to install for the people who watch.
        </p>
        <p>
          It is free software under the MIT license. You can use an instance that somebody else runs, or run your own
          with two commands and keep every deck on your own disk.
        </p>
      </>
    ),
  },
  {
    id: 'how',
    title: 'How a deck is kept',
    content: (
      <>
        <p>
          A deck is a web page: one <code>section</code> for each slide, in the markup of reveal.js. What you see in the
          editor is what is stored, and it stays readable without us. A slide that you did not touch keeps its bytes,
          and markup that the editor does not know is kept as it came.
        </p>
        <p>
          While you write, every change is noted in your browser first and saved to the server a moment later. A closed
          lid or a lost connection costs you nothing, and up to a hundred earlier versions wait in the revisions.
        </p>
      </>
    ),
  },
  {
    id: 'safe',
    title: 'How decks are kept from doing harm',
    content: (
      <p>
        A deck is somebody else’s HTML. It passes a list of what is allowed when it is saved, it is shown inside a frame
        on an address of its own without cookies, and a content policy stops whatever should slip through. Each of the
        three has to hold alone.
      </p>
    ),
  },
  { id: 'brand', title: 'Brand kit', content: <BrandKit /> },
]

/** The about page, with the brand kit. */
export function AboutPage() {
  return <Article title={`About ${product.name}`} lead={`${product.tagline}.`} sections={sections} />
}
