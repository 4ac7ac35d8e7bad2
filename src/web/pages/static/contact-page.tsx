import { Link, useSearchParams } from 'react-router'
import { Article } from '../../../ui/article.tsx'
import { contactDeckFrom } from '../../features/contact/contact-deck.ts'
import { ContactForm } from '../../features/contact/contact-form.tsx'

/** The contact form; about a deck if the URL names one. */
export function ContactPage() {
  const [query] = useSearchParams()
  const content = <ContactForm deck={contactDeckFrom(query)} />
  return (
    <Article
      title="Contact us"
      lead={
        <>
          A question, an idea, something broken? Perhaps the <Link to="/help">help</Link> knows already. If not, write
          to the people who run this instance.
        </>
      }
      sections={[{ id: 'message', title: 'Your message', content }]}
    />
  )
}
