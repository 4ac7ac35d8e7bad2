import { messages } from '../../../rules/messages.ts'

const [before] = messages.connection.trouble.split(messages.connection.contact)

/** Said when connecting has failed for long; its last words lead to the help, where there is a way to write. */
export function TroubleWords() {
  return (
    <>
      {before}
      <a href="/help" target="_blank" rel="noreferrer">
        {messages.connection.contact}
      </a>
    </>
  )
}
