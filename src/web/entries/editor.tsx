import '../../ui/fonts.css'
import '../../ui/tokens.css'
import '../../ui/base.css'
import { createApiClient } from '../../api/client.ts'
import type { EditorPageData } from '../../api/deck-pages/editor-page-data.ts'
import { ownFonts } from '../../editor/fonts/own-fonts.ts'
import { openPage } from '../../ui/open-page.tsx'
import { browserTransport } from '../data/browser-transport.ts'
import { EditorPage } from '../pages/editor/editor-page.tsx'
import { openEditorSession } from '../pages/editor/editor-session.ts'

// Both messages are correct: neither failure changes the deck on the server or the journal.
const failures = {
  opening: 'The editor could not be opened. Nothing is lost: reload the page to try again.',
  later: 'The editor broke off. Nothing is lost: reload the page to go on.',
}

void openPage<EditorPageData>(failures, async (data) => {
  ownFonts.set(data.fonts)
  return <EditorPage session={await openEditorSession(data, createApiClient(browserTransport()))} />
})
