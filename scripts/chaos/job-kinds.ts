import { blocks } from '../../src/blocks/index.ts'
import { renderBlock } from '../../src/document/render-block.ts'
import { importMessages } from '../../src/rules/import-messages.ts'
import { messages } from '../../src/rules/messages.ts'
import { fileForm } from '../../src/testing/sample-fonts.ts'
import { samplePdf } from '../../src/testing/sample-pdf.ts'
import { paragraph, place, samplePptx, shape } from '../../src/testing/sample-pptx.ts'
import { NoAnswer } from './chaos-client.ts'
import type { ChaosInstance, ChaosPerson } from './chaos-instance.ts'

/** Work that was asked for. */
export interface AskedWork {
  readonly kind: WorkKind
  readonly person: ChaosPerson
  readonly id: number
  /** The title of the deck that an import makes; '' for other work. */
  readonly title: string
}

/** How work has ended; null: it has not. */
export type WorkEnd = { readonly status: 'finished' | 'failed'; readonly problem: string | null } | null

/** Work of background jobs: a request that starts it, and one that says how it is. */
export interface WorkKind {
  readonly name: string
  start(person: ChaosPerson, number: number): Promise<AskedWork>
  look(asked: AskedWork): Promise<WorkEnd>
}

const knownErrors: ReadonlySet<string> = new Set(
  Object.values(importMessages).filter((message) => typeof message === 'string'),
)

function exportOf(type: 'pdf' | 'ppt' | 'zip'): WorkKind {
  const kind: WorkKind = {
    name: `export ${type}`,
    async start(person, number) {
      const options = type === 'pdf' ? { pages: number % 2 === 0 ? 'slide' : 'step' } : {}
      const { status, body } = await person.client.send('POST', `/api/v1/decks/${person.deckId}/exports.json`, {
        ...{ type, options },
      })
      if (status !== 201) throw new Error(`An export was refused: ${status} ${JSON.stringify(body)}`)
      return { kind, person, id: Number(body.id), title: '' }
    },
    async look({ person, id }) {
      const { body } = await person.client.send('GET', `/api/v1/decks/${person.deckId}/exports/${id}.json`)
      if (body.status !== 'finished' && body.status !== 'failed') return null
      const wrong = body.status === 'failed' && body.error !== messages.export[type]
      return { status: body.status, problem: wrong ? `says “${body.error}”` : null }
    },
  }
  return kind
}

const words = (number: number): readonly string[] => Array.from({ length: 12 }, (_, at) => `Page ${at} of ${number}`)

function importOf(ending: string, fileOf: (number: number) => Uint8Array): WorkKind {
  const kind: WorkKind = {
    name: `import ${ending}`,
    async start(person, number) {
      const title = `Import ${number}`
      const file = fileForm(fileOf(number), `${title}.${ending}`)
      const { status, body } = await person.client.send('POST', '/api/v1/imports.json', file)
      if (status !== 201) throw new Error(`An import was refused: ${status} ${JSON.stringify(body)}`)
      return { kind, person, id: Number(body.id), title }
    },
    async look({ person, id }) {
      const { body } = await person.client.send('GET', `/api/v1/imports/${id}.json`)
      if (body.status !== 'finished' && body.status !== 'failed') return null
      const wrong = body.status === 'failed' && !knownErrors.has(body.error)
      return { status: body.status, problem: wrong ? `says “${body.error}”` : null }
    },
  }
  return kind
}

function presentationOf(number: number): Uint8Array {
  const slides = words(number).map((text) => ({ shapes: shape(2, place(60, 60, 700, 200), paragraph(text)) }))
  return samplePptx(slides)
}

function pageOf(number: number): Uint8Array {
  const sections = words(number).map((text) => `<section><h2>${text}</h2></section>`)
  return Buffer.from(
    `<!doctype html><title>Import ${number}</title><div class="reveal"><div class="slides">${sections.join('')}</div></div>`,
  )
}

/** The picture of a new deck. */
export const thumbnail: WorkKind = {
  name: 'thumbnail',
  async start(person, number) {
    const data = `<section><p>Thumbnail ${number}</p></section>`
    const sent = { deck: { title: `Drawn ${number}`, data } }
    const { status, body } = await person.client.send('POST', '/api/v1/decks.json', sent)
    if (status !== 200 && status !== 201) throw new Error(`A deck was refused: ${status}`)
    return { kind: thumbnail, person, id: Number(body.id), title: '' }
  },
  async look({ person, id }) {
    const { type } = await person.client.send('GET', `/api/v1/decks/${id}/thumbnail`)
    return type === 'image/webp' ? { status: 'finished', problem: null } : null
  },
}

/** All work that jobs do for users with files and browsers. */
export const workKinds: readonly WorkKind[] = [
  exportOf('pdf'),
  exportOf('ppt'),
  exportOf('zip'),
  importOf('pdf', (number) => samplePdf(...words(number))),
  importOf('pptx', presentationOf),
  importOf('html', pageOf),
  thumbnail,
]

/** How work is; null also if a busy server answers too late. */
export function lookOnce(asked: AskedWork): Promise<WorkEnd> {
  return asked.kind.look(asked).catch((error) => {
    if (!(error instanceof NoAnswer)) throw error
    return null
  })
}

/** Slides of each person's deck. */
const filled = 6

/** Gives each person's deck slides with samples of blocks, so that exports take some time. */
export async function fillDecks({ people }: ChaosInstance): Promise<void> {
  for (const { client, deckId } of people) {
    const slides = blocks.slice(0, filled).map((block) => `<section>${renderBlock(block.sample(), blocks)}</section>`)
    const { body } = await client.send('GET', `/api/v1/decks/${deckId}.json`)
    const deck = { version: body.version, data: slides.join('\n'), save_id: `fill-${deckId}-0000000000` }
    const { status } = await client.send('PUT', `/api/v1/decks/${deckId}.json`, { deck })
    if (status !== 200) throw new Error(`A deck could not be saved: ${status}`)
  }
}
