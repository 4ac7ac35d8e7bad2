import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/importing.webp'

export const importing: readonly ArticleSection[] = [
  {
    id: 'deck',
    title: 'A whole deck',
    content: (
      <>
        <p>
          A deck made with reveal.js comes in as it is: press <kbd>Ctrl</kbd>+<kbd>K</kbd> in the editor, choose{' '}
          <strong>Import HTML</strong>, and drop its file. It replaces the slides of the open deck, after a question;
          Undo brings them back. Scripts stay outside, and you are told what was left out.
        </p>
        <HelpPicture src={picture} alt="The dialog Import HTML, with a place to drop a file and a field for markup" />
      </>
    ),
  },
  {
    id: 'paste',
    title: 'Text, tables and code',
    content: (
      <>
        <p>Copy it where it is and paste it on a slide:</p>
        <ul>
          <li>Text from a word processor or a web page keeps its headings, lists, links and emphasis.</li>
          <li>Cells of a spreadsheet become a table, or a chart.</li>
          <li>A program becomes code with its language, a formula in TeX becomes math, Mermaid text a diagram.</li>
          <li>An address becomes a picture, a video, an embedded page or a link.</li>
        </ul>
        <p>The small menu beside what was pasted offers the other ways to read it.</p>
      </>
    ),
  },
]
