// Reads the settings as the server will, and says what is wrong with them. Needs a Node that reads TypeScript, and no package.
import { readSettings, SettingsError } from '../src/server/env.ts'

try {
  readSettings(process.env)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exit(1)
}
