import { spawn } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Server } from 'node:net'
import { networkAddresses, networkPorts, publicHost } from './private-addresses.ts'

/**
 * Runs a program of Node in a network of its own that has private addresses and a public one, and nothing else: each packet
 * there is the program's. Linux only, with the programs `unshare` and `ip`. Returns the exit code.
 */
export async function runInOwnNetwork(args: readonly string[]): Promise<number | null> {
  const addresses = networkAddresses.map((address) => {
    const [command, bits] = address.includes(':') ? ['ip -6', 128] : ['ip', 32]
    return `${command} addr add ${address}/${bits} dev lo`
  })
  const script = [...['set -e', 'ip link set lo up'], ...addresses, 'exec "$@"'].join('\n')
  const isRoot = process.getuid?.() === 0
  const command = [...(isRoot ? [] : ['--user', '--map-root-user']), '--net', 'sh', '-c', script, 'sh']
  const child = spawn('unshare', [...command, process.execPath, ...args], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
}

/** Packets that a process's network has sent and received. */
export function packetsOf(pid: number | 'self'): number {
  const lines = readFileSync(`/proc/${pid}/net/dev`, 'utf8').split('\n').slice(2)
  const fields = lines.map((line) =>
    line
      .trim()
      .split(/[:\s]+/)
      .map(Number),
  )
  return fields.reduce((sum, all) => sum + (all[2] ?? 0) + (all[10] ?? 0), 0)
}

/** The main processes of the browsers that this process has started. */
export function ownBrowsers(): number[] {
  const parents = new Map<number, number>()
  const browsers: number[] = []
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      if (command.includes('--remote-debugging-pipe') && !command.includes('--type=')) browsers.push(Number(name))
    } catch {
      // It has ended.
    }
  }
  const isOwn = (pid: number): boolean => pid === process.pid || (pid > 1 && isOwn(parents.get(pid) ?? 0))
  return browsers.filter(isOwn)
}

/** What listens in the network. */
export interface NetworkListener {
  /** What has reached private addresses since the last call: connections with the beginning of their request, and packets. */
  take(): string[]
  close(): Promise<void>
}

/** Listens on each address and port of the network. `site` answers requests to the public address. */
export async function listenEverywhere(site: RequestListener): Promise<NetworkListener> {
  let reached: string[] = []
  const web = createHttpServer(site)
  const closers: (Server | Socket)[] = []
  for (const port of networkPorts) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      if (socket.localAddress?.endsWith(publicHost)) {
        web.emit('connection', socket)
        return
      }
      const at = `${socket.localAddress}:${port}`
      reached.push(`a connection to ${at}`)
      socket.once('data', (data) => {
        reached.push(`${at} ${data.toString('latin1').split('\r\n', 1)[0]}`)
        socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<section>secret</section>')
      })
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host: '::', ipv6Only: false }, resolve)
    })
    const packets = createSocket({ type: 'udp6', ipv6Only: false }, () => reached.push(`a packet to port ${port}`))
    await new Promise<void>((resolve) => packets.bind(port, '::', resolve))
    closers.push(server, packets)
  }
  return {
    take() {
      const taken = reached
      reached = []
      return taken
    },
    async close() {
      web.closeAllConnections()
      await Promise.all(closers.map((one) => new Promise<void>((resolve) => one.close(() => resolve()))))
    },
  }
}
