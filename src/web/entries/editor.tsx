import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { browserTransport } from '../data/browser-transport.ts'
import { createApiClient } from '../data/client.ts'
import { EditorPage } from '../pages/editor/editor-page.tsx'
import { openEditorSession } from '../pages/editor/editor-session.ts'
import type { EditorPageData } from '../pages/editor/page-data.ts'
import { openPage } from '../ui/open-page.tsx'

// The deck on the server and the work kept in this browser are as they were.
const failures = {
  opening: 'The editor could not be opened. Nothing is lost: reload the page to try again.',
  later: 'The editor broke off. Nothing is lost: reload the page to go on.',
}

void openPage<EditorPageData>(failures, async (data) => (
  <EditorPage session={await openEditorSession(data, createApiClient(browserTransport()))} />
))
