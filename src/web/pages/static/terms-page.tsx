import { Link } from 'react-router'
import { product } from '../../../rules/product.ts'
import { Article, type ArticleSection } from '../../../ui/article.tsx'
import { useSite } from '../../data/session-context.tsx'

const sections: readonly ArticleSection[] = [
  {
    id: 'agreement',
    title: 'Who agrees on what',
    content: (
      <p>
        {product.name} is software that many people run. These terms are between you and whoever runs this instance.
        They apply from the moment you use it. If you do not agree, please do not use it.
      </p>
    ),
  },
  {
    id: 'yours',
    title: 'Your decks are yours',
    content: (
      <p>
        You keep all rights in what you write and upload. You allow the instance to store it, to show it to those you
        chose, and to make thumbnails and exports of it. When you make a deck public, everybody may see it, and people
        with an account may copy it into their own decks.
      </p>
    ),
  },
  {
    id: 'conduct',
    title: 'What is not allowed',
    content: (
      <ul>
        <li>Content that breaks the law, or the rights of others.</li>
        <li>Decks or files made to attack those who open them.</li>
        <li>Getting into accounts or decks that are not yours, or overloading the service.</li>
        <li>Using the sharing mails to send advertising that nobody asked for.</li>
      </ul>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    content: (
      <p>
        Keep your password to yourself; what happens with your account counts as yours. You can download everything you
        own and delete the account at any time, under <Link to="/users/edit">Settings</Link>. Whoever runs the instance
        may close accounts that break these terms.
      </p>
    ),
  },
  {
    id: 'payment',
    title: 'Paid plans',
    content: (
      <p>
        Plans are paid in advance for a month or a year and renew until you cancel. After canceling, the plan lasts to
        the end of the time you paid for; your private decks stay private afterwards.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'No warranty',
    content: (
      <p>
        The software comes as it is, under the MIT license, without warranty of any kind. Keep copies of what you can
        not afford to lose; the export is made for that.
      </p>
    ),
  },
]

/** The terms of use. */
export function TermsPage() {
  const { billing } = useSite()
  const shown = sections.filter(({ id }) => billing || id !== 'payment')
  return <Article title="Terms" lead="What you can expect of us, and what we expect of you." sections={shown} />
}
