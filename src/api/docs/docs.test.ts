import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { routes } from '../index.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

interface Media {
  readonly example?: unknown
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

const contracts = routes.map((route) => route.contract)
const document = openApiDocument(contracts, 'https://decks.example.org', '1.0.0')
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
const operationOf = ({ method, path, output }: (typeof contracts)[number]) => {
  const plain = path.replace(/:([a-z_]+)/gi, '{$1}')
  return paths[output === 'stream' || output === 'html' ? plain : `${plain}.json`]?.[method.toLowerCase()] as Operation
}

describe('the description of the API', () => {
  const withBody = contracts.filter((contract) => contract.body)
  test.each(withBody.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
    'shows a valid body for %s',
    (_name, contract) => {
      const example = operationOf(contract).requestBody?.content['application/json']?.example
      const parsed = (contract.body as z.ZodType).safeParse(example)
      expect(parsed.error?.issues ?? [], JSON.stringify(example)).toEqual([])
    },
  )

  const answering = contracts.filter(({ output }) => typeof output !== 'string')
  test.each(answering.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
    'shows an answer for %s',
    (_name, contract) => {
      const content = operationOf(contract).responses[contract.status ?? 200]?.content
      const example = content?.['application/json']?.example
      expect(example).toBeTypeOf('object')
    },
  )

  test('the page shows an example for each call', () => {
    const html = docsPage(document, 'https://decks.example.org')
    const calls = contracts.length
    expect(html.match(/<h3>Example<\/h3>/g)).toHaveLength(calls)
    expect(html).toContain('X-CSRF-Token')
    expect(html).toContain('PUT /api/v1/decks/12.json HTTP/1.1')
  })
})
