import { startPostgres } from './postgres-server.ts'

// A separate program: prints the address of a fresh Postgres server and runs it until its stdin ends. That also happens
// when the parent is killed, so no server is left behind.
const server = await startPostgres({ durable: false })
console.log(server.address())
const stop = () => void server.stop().then(() => process.exit(0))
process.stdin.resume().on('end', stop).on('close', stop)
process.on('SIGINT', () => {})
process.on('SIGTERM', stop)
