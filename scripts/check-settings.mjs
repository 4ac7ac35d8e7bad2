// Reads the settings as the server does, and reports errors. Needs a Node with TypeScript support, but no packages.
import { readSettings, SettingsError } from '../src/server/env.ts'

try {
  readSettings(process.env)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exit(1)
}
