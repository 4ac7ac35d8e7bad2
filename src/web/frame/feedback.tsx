import { lazy, Suspense } from 'react'
import { createStore, useStore } from '../../ui/store.ts'
import type { ContactDeck } from '../features/contact/contact-deck.ts'

const ContactDialog = lazy(async () => ({
  default: (await import('../features/contact/contact-dialog.tsx')).ContactDialog,
}))

/** `asked` stays true once the popup was wanted, so that it can fade when it closes. */
const feedback = createStore<{ open: boolean; asked: boolean; deck: ContactDeck | null }>({
  open: false,
  asked: false,
  deck: null,
})

/** Opens the form to write to the people who run the instance; `deck` is the one on the page. */
export function openFeedback(deck: ContactDeck | null = null): void {
  feedback.set({ open: true, asked: true, deck })
}

/** Shows the form when it is wanted; its code is loaded only then. Stands once in an app. */
export function FeedbackHost() {
  const { open, asked, deck } = useStore(feedback)
  if (!asked) return null
  return (
    <Suspense>
      <ContactDialog open={open} deck={deck} onClose={() => feedback.set((before) => ({ ...before, open: false }))} />
    </Suspense>
  )
}
