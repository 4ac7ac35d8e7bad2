import { type Route, route } from '../route.ts'
import { contactContracts } from './contract.ts'
import { contactMail } from './emails.ts'
import { operatorAddresses } from './queries.ts'

/** Answers the contact form: the message goes to everybody who runs the instance. */
export const contactRoutes: readonly Route[] = [
  route(contactContracts.send, async ({ body, user, db, services }) => {
    const operators = await operatorAddresses(db)
    // An instance whose operator has left still has the address its own mails come from.
    const receivers = operators.length > 0 ? operators : [services.settings.mailFrom]
    for (const to of receivers) await services.mail.send(db, contactMail(body.contact, to, user?.username ?? null))
    return undefined
  }),
]
