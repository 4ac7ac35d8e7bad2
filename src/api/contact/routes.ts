import { type Route, route } from '../route.ts'
import { contactContracts } from './contract.ts'
import { contactMail } from './emails.ts'
import { operatorAddresses } from './queries.ts'

/** Handler of the contact form: sends the message to every operator. */
export const contactRoutes: readonly Route[] = [
  route(contactContracts.send, async ({ body, user, db, services }) => {
    const operators = await operatorAddresses(db)
    // Without an active operator, the instance's own sender address receives it.
    const receivers = operators.length > 0 ? operators : [services.settings.mailFrom]
    for (const to of receivers) await services.mail.send(db, contactMail(body.contact, to, user?.username ?? null))
    return undefined
  }),
]
