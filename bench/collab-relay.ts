import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type WebSocket, WebSocketServer } from 'ws'
import { Checkpointer, writeBackOn } from '../src/server/db/checkpointer.ts'
import { openSqlite } from '../src/server/db/sqlite.ts'

/** Writes a batch of a deck, as it was sent; durable when it returns. */
export type StoreBatch = (deck: number, text: string) => void

/**
 * Relays batches: a deck is a path, and each message of a batch is stored and then broadcast to the deck's other sockets.
 * Resolves with the port.
 */
export function startRelay(store: StoreBatch): Promise<number> {
  const rooms = new Map<string, Set<WebSocket>>()
  const server = createHttpServer()
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
    const path = request.url ?? ''
    const room = rooms.get(path) ?? new Set()
    rooms.set(path, room.add(socket))
    const deck = Number(path.slice(1))
    socket.on('message', (message) => {
      const text = String(message)
      store(deck, text)
      for (const one of room) if (one !== socket) one.send(text)
      socket.send('ok')
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** Stores the text of each batch, and nothing else. */
export function storeText(dataDir: string): StoreBatch {
  const database = new DatabaseSync(join(dataDir, 'relay.sqlite'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table batches (deck, body)')
  const insert = database.prepare('insert into batches (deck, body) values (?, ?)')
  return (deck, text) => void insert.run(deck, text)
}

/** A deck of an instance, and what the next batch finds there. */
interface DeckRows {
  readonly id: number
  readonly user: number
  readonly slide: string
  readonly html: string
  readonly revision: number
  version: number
}

/**
 * Stores the rows that Lectern stores for a batch, in a database that Lectern has made, with its way of writing the log
 * back; without reading, checking or applying anything. `ids`: the decks of the rooms, in their order.
 */
export function storeRows(path: string, ids: readonly number[]): StoreBatch {
  const { raw } = openSqlite(path)
  const checkpointer = new Checkpointer(path, {
    setPages: (pages) => raw.exec(`pragma wal_autocheckpoint=${pages}`),
    finish: () => writeBackOn(raw),
  })
  const decks = ids.map((id) => deckRows(raw, id))
  const [begin, commit] = [raw.prepare('begin immediate'), raw.prepare('commit')]
  const end = raw.prepare('update deck_slides set until = ? where deck_id = ? and slide_id = ? and since = ?')
  const next = raw.prepare(
    'insert into deck_slides (deck_id, slide_id, since, html, notes, text, size, sanitizer_version) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const moveRevision = raw.prepare('update deck_revisions set version = ?, user_id = ?, updated_at = ? where id = ?')
  const deckRow = raw.prepare(
    'update decks set slide_count = ?, content_bytes = ?, version = ?, updated_at = ?, saved_by = ?, saved_by_since = ? where id = ?',
  )
  const batch = raw.prepare(
    'insert into deck_batches (deck_id, seq, batch_id, user_id, ops, at) values (?, ?, ?, ?, ?, ?)',
  )
  const save = raw.prepare(
    'insert into deck_saves (deck_id, save_id, version, result, created_at) values (?, ?, ?, ?, ?)',
  )
  return (room, text) => {
    const deck = decks[room]!
    const [before, now] = [deck.version, new Date().toISOString()]
    const version = before + 1
    const html = deck.html.replace('Typed:', `Typed:${'x'.repeat(4 * version)}`)
    const saveId = `${deck.slide}-${version}`
    begin.run()
    end.run(version, deck.id, deck.slide, before)
    next.run(deck.id, deck.slide, version, html, '', 'x'.repeat(400 + 4 * version), html.length, 1)
    moveRevision.run(version, deck.user, now, deck.revision)
    deckRow.run(1, html.length, version, now, deck.user, before, deck.id)
    batch.run(deck.id, version, saveId, deck.user, text, now)
    save.run(deck.id, saveId, version, '{"removed":{}}', now)
    commit.run()
    checkpointer.committed()
    deck.version = version
  }
}

function deckRows(raw: DatabaseSync, id: number): DeckRows {
  const deck = raw.prepare('select user_id, version from decks where id = ?').get(id) as {
    readonly user_id: number
    readonly version: number
  }
  const slide = raw.prepare('select slide_id, html from deck_slides where deck_id = ? limit 1').get(id) as {
    readonly slide_id: string
    readonly html: string
  }
  const now = new Date().toISOString()
  const { lastInsertRowid } = raw
    .prepare('insert into deck_revisions (deck_id, version, user_id, created_at, updated_at) values (?, ?, ?, ?, ?)')
    .run(id, deck.version, deck.user_id, now, now)
  const revision = Number(lastInsertRowid)
  return { id, user: deck.user_id, slide: slide.slide_id, html: slide.html, revision, version: deck.version }
}
