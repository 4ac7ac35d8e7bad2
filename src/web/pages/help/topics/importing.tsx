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
          <strong>Import</strong> on the home page makes a new deck; <strong>Import</strong> in the editor’s menu adds
          slides to the open deck, or replaces all of them. Drop a file or a folder, enter the address of a page, or
          paste its HTML.
        </p>
        <ul>
          <li>PowerPoint (.pptx): texts, shapes, pictures, tables, charts and notes become blocks.</li>
          <li>
            PDF: each page becomes a picture whose words can be searched, or blocks that can be changed. Choose before
            you drop the file.
          </li>
          <li>
            reveal.js and slides.com: an address, an HTML file, or a folder or ZIP with its pictures and styles.{' '}
            <strong>Turn into blocks</strong> makes its headings, lists and pictures editable by clicking.
          </li>
          <li>ZIP or HTML exported from Lectern: the deck as it was.</li>
          <li>
            Markdown: <code>---</code> between slides, <code>--</code> or <code>----</code> between the slides of a
            stack.
          </li>
        </ul>
        <p>
          The report names for each slide what was changed, left out or is missing, and <strong>Show</strong> goes
          there. It comes before anything is replaced, and stays under <strong>Import reports</strong> in the editor’s
          menu. In the place of a missing picture is its name, with <strong>Choose file</strong>. Scripts stay outside.
        </p>
        <HelpPicture src={picture} alt="The import, with a place to drop a file or a folder" />
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
