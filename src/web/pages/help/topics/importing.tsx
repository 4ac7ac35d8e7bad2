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
          <strong>Import</strong> on the home page makes a new deck of a file; <strong>Import file</strong> in the
          editor’s menu adds its slides to the open deck, or replaces all of them.
        </p>
        <ul>
          <li>PowerPoint (.pptx): texts, shapes, pictures, tables, charts and notes become blocks.</li>
          <li>
            PDF: each page becomes a picture whose words can be searched, or blocks that can be changed. Choose before
            you drop the file.
          </li>
          <li>
            reveal.js and slides.com: an HTML file, or a ZIP with its pictures and styles.{' '}
            <strong>Turn into blocks</strong> makes its headings, lists and pictures editable by clicking.
          </li>
          <li>ZIP or HTML exported from Lectern: the deck as it was.</li>
          <li>
            Markdown: <code>---</code> between slides, <code>--</code> between the slides of a stack.
          </li>
        </ul>
        <p>Afterward you are told what was changed or left out.</p>
        <p>
          For the source of a page, press <kbd>Ctrl</kbd>+<kbd>K</kbd> in the editor, choose{' '}
          <strong>Import HTML</strong>, and paste it. It replaces the slides of the open deck, after a question; Undo
          brings them back. Scripts stay outside, and you are told what was left out.
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
