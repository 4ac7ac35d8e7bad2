import { Dialog } from '../../../ui/dialog.tsx'
import type { ContactDeck } from './contact-deck.ts'
import { ContactForm } from './contact-form.tsx'

/** Props of ContactDialog. */
export interface ContactDialogProps {
  open: boolean
  onClose: () => void
  /** The page's deck; sent with the message. */
  deck?: ContactDeck | null
}

/** The contact form as a dialog on any page. */
export function ContactDialog({ open, onClose, deck }: ContactDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Contact us" size="m">
      <ContactForm deck={deck} />
    </Dialog>
  )
}
