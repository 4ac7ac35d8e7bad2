import { startPostgres } from './postgres-server.ts'

// A program of its own: it prints the address of a fresh Postgres server and keeps it until its input ends. The input
// also ends when whoever started it is killed, so that no server is ever left behind.
const server = await startPostgres({ durable: false })
console.log(server.address())
const stop = () => void server.stop().then(() => process.exit(0))
process.stdin.resume().on('end', stop).on('close', stop)
process.on('SIGINT', () => {})
process.on('SIGTERM', stop)
