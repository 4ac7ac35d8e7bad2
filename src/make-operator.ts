/** `npm run operator -- EMAIL`: makes an account an operator of the instance; see docs/self-hosting.md. */

import { existsSync } from 'node:fs'
import { makeOperator, OperatorError } from './api/users/make-operator.ts'
import { validateEmail } from './rules/validators.ts'
import { openDatabase } from './server/db/open-database.ts'
import { readSettings } from './server/env.ts'
import { createKeys } from './server/keys.ts'
import { StartError } from './server/start-error.ts'

/** Runs the command; returns what to print. Throws StartError and OperatorError with messages for the operator. */
async function run(email: string | undefined): Promise<string> {
  if (!email || validateEmail(email.trim()) !== null) {
    throw new OperatorError('Give an e-mail address: npm run operator -- you@example.org')
  }
  const settings = readSettings(process.env, { serves: false })
  const { databaseUrl } = settings
  if (!/^postgres(ql)?:/.test(databaseUrl) && !existsSync(databaseUrl)) {
    throw new OperatorError(`There is no database at ${databaseUrl}. Start Lectern once, with the same settings.`)
  }
  const database = openDatabase(databaseUrl)
  try {
    const keys = createKeys(settings.secretKey, settings.oldSecretKeys)
    const made = await makeOperator({ database, keys, now: () => new Date() }, email)
    if (made.kind === 'already') return `${made.username} is an operator already.`
    if (made.kind === 'promoted') return `${made.username} is an operator now: ${settings.baseUrl}/admin`
    return `Created the operator ${made.username}. Set the password within a day, at:\n${settings.baseUrl}${made.passwordPath}`
  } finally {
    await database.close()
  }
}

function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof StartError) return error.message
  const { message } = error as Error
  if (/no such (table|column)|relation .* does not exist/.test(message)) {
    return 'The database is not set up yet, or of an older version. Start Lectern once, with the same settings.'
  }
  return message
}

run(process.argv[2]).then(console.log, (error: unknown) => {
  console.error(explain(error))
  process.exit(1)
})
