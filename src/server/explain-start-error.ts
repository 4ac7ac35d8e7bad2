import { StartError } from './start-error.ts'

/** Error codes of Postgres: user or password refused. */
const refused = ['28P01', '28000']
const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']

function explainListening(code: string, env: NodeJS.ProcessEnv): string | null {
  const port = env.PORT || '3000'
  if (code === 'EADDRINUSE') {
    return `Port ${port} is used by another program. Stop that, or choose another port: PORT=${Number(port) + 1} npm start`
  }
  if (code === 'EACCES') return `This account may not listen on port ${port}. Choose one above 1023 with PORT.`
  if (code !== 'EADDRNOTAVAIL' && !unreachable.includes(code)) return null
  return `HOST=${env.HOST} is no address of this machine. Leave HOST out, or correct it.`
}

function explainDatabase(code: string, message: string): string | null {
  if (code === '3D000') {
    return `Postgres has no such database (${message}). Make it, with the locale C and the encoding UTF-8, or correct DATABASE_URL.`
  }
  if (refused.includes(code)) return `Postgres refuses the user or password in DATABASE_URL (${message}). Correct them.`
  if (code === '42501')
    return `The user in DATABASE_URL may not make tables (${message}). Make it the owner of the database.`
  if (!unreachable.includes(code)) return null
  return `The database at DATABASE_URL does not answer. Is it running, and is its address right? (${message})`
}

/** The message for the person who started the server: what failed, with a remedy; an unknown error with its stack. */
export function explainStartError(error: unknown, env: NodeJS.ProcessEnv): string {
  if (error instanceof StartError) return error.message
  const { code = '', message, syscall, hostname, stack } = error as NodeJS.ErrnoException & { hostname?: string }
  // The error of a failed name lookup has no `syscall: listen`; its host name shows that it was for listening.
  const listening = syscall === 'listen' || (hostname !== undefined && hostname === env.HOST)
  const words = listening ? explainListening(code, env) : explainDatabase(code, message)
  return words ?? String(stack ?? error)
}
