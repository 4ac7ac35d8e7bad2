import { lazy, Suspense } from 'react'
import { createStore, useStore } from '../../ui/store.ts'
import type { ContactDeck } from '../features/contact/contact-deck.ts'

const ContactDialog = lazy(async () => ({
  default: (await import('../features/contact/contact-dialog.tsx')).ContactDialog,
}))

/** `wasOpened` stays true after the first opening, so that the dialog can fade out. */
const feedback = createStore<{ open: boolean; wasOpened: boolean; deck: ContactDeck | null }>({
  open: false,
  wasOpened: false,
  deck: null,
})

/** Opens the contact form; `deck`: the deck of the page. */
export function openFeedback(deck: ContactDeck | null = null): void {
  feedback.set({ open: true, wasOpened: true, deck })
}

/** Renders the contact dialog, loaded when first opened. Once per app. */
export function FeedbackHost() {
  const { open, wasOpened, deck } = useStore(feedback)
  if (!wasOpened) return null
  return (
    <Suspense>
      <ContactDialog open={open} deck={deck} onClose={() => feedback.set((before) => ({ ...before, open: false }))} />
    </Suspense>
  )
}
