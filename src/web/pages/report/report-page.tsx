import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { isApiError } from '../../../api/api-error.ts'
import { publicCommentsContracts } from '../../../api/public-comments/contract.ts'
import { reportsContracts } from '../../../api/reports/contract.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { commentMessages } from '../../../rules/comment-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { type ReportReason, reportReasons } from '../../../rules/reports.ts'
import { Article } from '../../../ui/article.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import type { ReportedDeck } from './load-report.ts'
import styles from './report-page.module.css'

const options = [
  { value: '', label: 'Please choose' },
  ...Object.entries(reportReasons).map(([value, label]) => ({ value, label })),
]

/** Reports a deck, or a comment below it, to the operators: a reason, and what they should know. */
export function ReportPage() {
  const api = useApi()
  const { id, title, url, token, comment } = useLoaderData<ReportedDeck>()
  const [isSent, setSent] = useState(false)
  const send = async ({ reason = '', text = '' }: Record<string, string>) => {
    if (reason === '') return { fields: { reason: accountMessages.report.reasonMissing } }
    try {
      const body = { report: { reason: reason as ReportReason, text } }
      const input = { params: { id: String(id) }, query: { token }, body }
      if (comment) {
        const params = { ...input.params, comment_id: String(comment.id) }
        await api.call(publicCommentsContracts.report, { ...input, params })
      } else await api.call(reportsContracts.create, input)
    } catch (error) {
      if (comment && isApiError(error) && error.status === 404) return { message: commentMessages.gone }
      return formFailure(error)
    }
    setSent(true)
    return null
  }
  const content = isSent ? (
    <>
      <p role="status" tabIndex={-1} ref={takeFocus}>
        {accountMessages.report.thanks}.
      </p>
      {url && (
        <p>
          <ButtonLink to={url} reloadDocument>
            Back to the deck
          </ButtonLink>
        </p>
      )}
    </>
  ) : (
    <Form onSubmit={send} className={styles.form}>
      {({ busy }) => (
        <>
          <SelectField name="reason" label="What is wrong with it?" options={options} />
          <TextField
            name="text"
            label="What should we know?"
            optional
            rows={5}
            maxLength={limits.admin.report}
            hint={comment ? undefined : 'Such as the slide, or the address of your own work.'}
          />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Send the report
            </Button>
          </div>
        </>
      )}
    </Form>
  )
  const lead = 'The people who run this instance look at reports. The author does not learn who sent them.'
  const deckTitle = title || 'This deck'
  const about = comment ? `The comment by ${comment.by || 'this user'} below “${deckTitle}”` : deckTitle
  return (
    <Article
      title={comment ? 'Report a comment' : 'Report a deck'}
      lead={lead}
      sections={[{ id: 'report', title: about, content }]}
    />
  )
}
