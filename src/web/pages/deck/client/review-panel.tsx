import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { BatchesMessage } from '../../../../api/batches/messages.ts'
import { createApiClient } from '../../../../api/client.ts'
import type { ReviewCollaboration } from '../../../../api/deck-pages/page-data.ts'
import { slideHash } from '../../../../document/slide-hash.ts'
import { connectEditorChannel } from '../../../../realtime/editor/client.ts'
import { messages } from '../../../../rules/messages.ts'
import { peopleMessages } from '../../../../rules/people-messages.ts'
import { roleIsAdmin, roleMayEdit } from '../../../../rules/permissions.ts'
import { useStore } from '../../../../ui/store.ts'
import { TooltipProvider } from '../../../../ui/tooltip.tsx'
import { browserTransport } from '../../../data/browser-transport.ts'
import {
  type Collaboration,
  openCollaboration,
  ownRole,
  type PanelSlides,
} from '../../../features/collaboration/collaboration.ts'
import { CollaborationPanel } from '../../../features/collaboration/collaboration-panel.tsx'
import { linkedComment } from '../../../features/collaboration/linked-comment.ts'
import type { PeoplePage } from '../../../features/collaboration/people/people-page.ts'
import { hasDrafts } from '../../../features/comments/has-drafts.ts'
import { slideNumber } from '../../../features/live/deck-outline.ts'
import type { DeckView } from './deck-view.ts'
import { followRole } from './follow-role.ts'
import './review-panel.css'
import { markUnread } from './mark-unread.ts'
import type { PageScriptData } from './page-script-data.ts'
import { ReviewPins } from './review-pins.ts'
import { showToast } from './toast.ts'

/** What the panel needs of the review. */
export interface ReviewPanelOptions {
  readonly root: HTMLElement
  readonly view: DeckView
  readonly data: PageScriptData
  readonly collaboration: ReviewCollaboration
  /** Called with the deck's version when the page has joined. */
  onJoined(version: number): void
  /** Called when a version is announced. */
  onSaved(version: number): void
  onBatches(message: BatchesMessage): void
  /** Called when the user may see more or less of the deck than before. */
  onRole(): void
}

function slidesOf(view: DeckView, data: PageScriptData): PanelSlides {
  let current: string | null = null
  const listeners = new Set<() => void>()
  view.onPosition(({ h, v }) => {
    current = data.slides?.find((slide) => slide[0] === h && slide[1] === v)?.[2] ?? null
    for (const listener of [...listeners]) listener()
  })
  const find = (slideId: string) => data.slides?.find(([, , id]) => id === slideId)
  return {
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    numberOf: (slideId) => {
      const slide = find(slideId)
      return slide ? slideNumber({ h: slide[0], v: slide[1] }) : null
    },
    goTo: (slideId) => {
      const slide = find(slideId)
      // The view follows the hash.
      if (slide) window.location.replace(slideHash({ h: slide[0], v: slide[1] }))
    },
  }
}

/** Whether the page was reached by a redirect, as from the editor while another user is the active one. */
function wasSentHere(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return (navigation?.redirectCount ?? 0) > 0
}

/** The place of notices: below the deck's bar. They push the deck, and cover nothing. */
function addNotices(): Element {
  const notices = document.createElement('div')
  notices.className = 'review-notices'
  document.querySelector('main')?.append(notices)
  return notices
}

function openChannel({ view, data, collaboration, onJoined, onSaved, onBatches }: ReviewPanelOptions): Collaboration {
  const { userId, editorId, profilePath } = collaboration
  const slides = slidesOf(view, data)
  const leaveFor = (to: 'edit' | 'review' | 'profile'): void => {
    const { editPath } = data.collaboration ?? collaboration
    if (to === 'edit') window.location.assign(editPath + window.location.hash)
    else if (to === 'profile') window.location.assign(profilePath)
  }
  return openCollaboration({
    ...{ place: 'review', deckId: data.deckId, userId, editorId },
    wasSentHere: wasSentHere(),
    notices: addNotices(),
    api: createApiClient(browserTransport()),
    slides,
    pins: new ReviewPins(view, { slide: () => slides.current(), version: () => data.version ?? 0 }),
    // Nothing is edited here.
    save: async () => true,
    leaveFor,
    onSaved,
    connect: (channel) =>
      connectEditorChannel({
        ...channel,
        onBatches,
        onJoined: (joined) => {
          channel.onJoined(joined)
          onJoined(joined.version)
        },
      }),
    notify: showToast,
    commentUrl: (id) => `${window.location.origin}${window.location.pathname}?comment=${id}`,
    showUnread: markUnread,
    watchActivity: (note) => {
      let isOver = false
      const noteHere = () => isOver || note()
      view.onPointer(noteHere)
      view.onKey(noteHere)
      return () => {
        isOver = true
      }
    },
  })
}

/** 'Edit' in the page's bar. */
function editLink(): HTMLAnchorElement | null {
  return document.querySelector('[data-edit]')
}

/** Opens the dialog of the deck's people, loaded with the first click. */
async function invite(people: PeoplePage): Promise<void> {
  try {
    const { openPeopleDialog } = await import('../../../features/collaboration/people/open-people-dialog.tsx')
    openPeopleDialog(people)
  } catch {
    showToast(messages.deck.partLoadFailed, 'negative')
  }
}

function ReviewPanel({ collaboration, people }: { collaboration: Collaboration; people: PeoplePage | undefined }) {
  const { deckId, userId } = collaboration.page
  const [expanded, setExpanded] = useState(linkedComment() !== null || hasDrafts(deckId, userId))
  const state = useStore(collaboration.state)
  const role = ownRole(state)
  const manages = roleIsAdmin(role)
  // Only one of both is shown: the open panel has a button of its own.
  const hasButton = expanded && roleMayEdit(role)
  useEffect(() => {
    if (role !== null) editLink()?.toggleAttribute('hidden', !roleMayEdit(role) || hasButton)
  }, [role, hasButton])
  return (
    <CollaborationPanel
      collaboration={collaboration}
      expanded={expanded}
      onExpand={setExpanded}
      onInvite={people && manages ? () => void invite(people) : null}
    />
  )
}

/** Shows the panel of the deck's collaborators on the review, whose other parts need no React. */
export function openReviewPanel(options: ReviewPanelOptions): void {
  const collaboration = openChannel(options)
  const link = editLink()
  followRole(collaboration, (mayEdit) => {
    options.onRole()
    showToast(mayEdit ? peopleMessages.youMayEdit : peopleMessages.youMayNotEdit, 'neutral')
  })
  // The page's own link, and its key, ask for the floor where another user edits.
  link?.addEventListener('click', (event) => {
    if (collaboration.state.get().handover.editorId === options.collaboration.userId) return
    event.preventDefault()
    collaboration.act({ type: 'ask' })
  })
  window.addEventListener('pagehide', (event) => {
    // A page in the back/forward cache keeps its channel.
    if (!event.persisted) collaboration.close()
  })
  createRoot(options.root).render(
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <ReviewPanel collaboration={collaboration} people={options.data.people} />
      </TooltipProvider>
    </CSPProvider>,
  )
}
