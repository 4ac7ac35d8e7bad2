import type { ArticleSection } from '../../../../ui/article.tsx'

export const exporting: readonly ArticleSection[] = [
  {
    id: 'export',
    title: 'Export a deck',
    content: (
      <>
        <p>
          Choose <strong>Export</strong> in the menu of the deck, in the editor or on the deck’s page. Files are kept
          for 24 hours, and the export goes on when you close the dialog. Below a file, you are told what could not be
          taken along.
        </p>
      </>
    ),
  },
  {
    id: 'formats',
    title: 'Which format',
    content: (
      <>
        <ul>
          <li>
            <strong>PDF</strong>, to print, to send, or as a handout with speaker notes: a page for each slide, or for
            each step of its animations.
          </li>
          <li>
            <strong>PowerPoint</strong>, to go on in PowerPoint, Keynote or LibreOffice: texts, shapes, tables and
            charts stay what they are. Fonts that are not installed there are replaced; the list below the file names
            them.
          </li>
          <li>
            <strong>ZIP</strong>, to show the deck in a browser without the Internet, or to keep it: a folder, or one
            HTML file. Import it to have the deck back.
          </li>
        </ul>
        <p>
          Speaker notes and hidden slides are in a file only if you switch them on. A PowerPoint file has the notes
          unless you switch them off.
        </p>
      </>
    ),
  },
]
