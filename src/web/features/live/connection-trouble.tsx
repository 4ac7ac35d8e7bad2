import { messages } from '../../../rules/messages.ts'

const [before] = messages.connection.trouble.split(messages.connection.contact)

/** The message for a connection that has failed for long; its last words link to the help. */
export function ConnectionTrouble() {
  return (
    <>
      {before}
      <a href="/help" target="_blank" rel="noreferrer">
        {messages.connection.contact}
      </a>
    </>
  )
}
