import { z } from 'zod'
import { product } from '../../rules/product.ts'
import { rates } from '../../rules/rate-limits.ts'
import { type Contract, refusesTokens } from '../contract.ts'
import { readPermission } from '../permission.ts'
import { exampleOf } from './example-of.ts'

type Json = Record<string, unknown>

/** Converts a zod schema to JSON schema. Dates are date-time strings; results of transformations are unconstrained. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      const from = def.type === 'pipe' ? (def as { in: z.core.$ZodType }).in._zod.def.type : def.type
      if (from === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
    },
  }) as Json
  return json
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query', path: string): Json[] {
  const named = where === 'path' ? [...path.matchAll(/:([a-z_]+)/gi)].map((match) => match[1] as string) : []
  const json = schema ? toJsonSchema(schema, 'input') : {}
  const properties = (json.properties ?? {}) as Record<string, Json>
  const required = new Set((json.required ?? []) as string[])
  return [...new Set([...named, ...Object.keys(properties)])].map((name) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: properties[name] ?? { type: 'string' },
  }))
}

function requestBody(contract: Contract): Json | undefined {
  if (contract.input === 'multipart') {
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
    return { required: true, content: { 'multipart/form-data': { schema: file } } }
  }
  if (!contract.body) return undefined
  const schema = toJsonSchema(contract.body, 'input')
  return {
    required: true,
    content: {
      'application/json': { schema, example: exampleOf(schema) },
      'application/x-www-form-urlencoded': { schema },
    },
  }
}

function success({ output, status }: Pick<Contract, 'output' | 'status'>): Record<string, Json> {
  if (output === 'empty') return { 204: { description: 'Done; the answer is empty.' } }
  if (output === 'html') return { 200: { description: 'HTML', content: { 'text/html': {} } } }
  if (output === 'stream') return { 200: { description: 'A file', content: { 'application/octet-stream': {} } } }
  const schema = toJsonSchema(output, 'output')
  const content = { 'application/json': { schema, example: exampleOf(schema, { every: true }) } }
  const none = output.safeParse(undefined).success ? success({ output: 'empty' }) : {}
  return { ...none, [status ?? 200]: { description: status === 201 ? 'Created.' : 'Done.', content } }
}

const error = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function failures(contract: Contract): Record<string, Json> {
  const isPublic = contract.permission === 'public'
  return {
    401: error(isPublic ? 'The API token is unknown or has expired.' : 'Not signed in, or the API token has expired.'),
    ...(isPublic ? {} : { 403: error('Without the right, or the plan is missing.') }),
    404: error('Unknown, or hidden from the caller.'),
    ...(contract.method === 'GET' ? {} : { 422: error('Invalid input, or the CSRF token is missing.') }),
    429: error('Too many tries; Retry-After says when to come back.'),
  }
}

const whoMay = {
  public: 'Everybody.',
  'signed-in': 'Whoever is signed in.',
  own: 'Whoever is signed in.',
  operator: 'The operator of the instance.',
  theme: 'Whoever is signed in, about the own themes; members of a team see its themes, and its managers change them.',
  billing: 'Whoever is signed in, about the own subscription; on a team’s host those who manage the team’s.',
} as const

function permissionText(contract: Contract): string {
  const permission = readPermission(contract.permission)
  if (permission.kind === 'deck') return `Whoever may ${permission.action.replaceAll('-', ' ')} this deck.`
  if (permission.kind === 'team') return `Members of a team who may ${permission.action.replaceAll('-', ' ')}.`
  return whoMay[permission.kind]
}

/** How a call is authenticated: by session or by API token; in OpenAPI a list of alternatives. */
function security(contract: Contract): Json[] {
  const ways = refusesTokens(contract) ? [{ session: [] }] : [{ session: [] }, { apiToken: [] }]
  // An empty object: also without.
  return contract.permission === 'public' ? [{}, ...ways] : ways
}

/** An operation: its summary, permission, rate limit and schemas. */
function operation(contract: Contract): Json {
  const { tries, seconds } = rates[contract.rate]
  const body = requestBody(contract)
  return {
    summary: contract.summary,
    description: `${permissionText(contract)} ${refusesTokens(contract) ? 'Not with an API token. ' : ''}At most ${tries} calls in ${seconds} seconds.`,
    parameters: [
      ...parameters(contract.params, 'path', contract.path),
      ...parameters(contract.query, 'query', contract.path),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { ...success(contract), ...failures(contract) },
    security: security(contract),
  }
}

/** The path in OpenAPI's syntax, with `.json` for JSON answers. */
function openApiPath({ path, output }: Contract): string {
  const plain = path.replace(/:([a-z_]+)/gi, '{$1}')
  return output === 'stream' || output === 'html' ? plain : `${plain}.json`
}

/** Makes the OpenAPI 3.1 document from the contracts that also serve the API. */
export function openApiDocument(contracts: readonly Contract[], baseUrl: string, version: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const contract of contracts) {
    const path = openApiPath(contract)
    const operations = paths[path] ?? {}
    operations[contract.method.toLowerCase()] = operation(contract)
    paths[path] = operations
  }
  const errorSchema = {
    type: 'object',
    required: ['error'],
    properties: {
      error: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
  }
  return {
    openapi: '3.1.0',
    info: { title: `${product.name} API`, version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token from the section API tokens of the settings.',
        },
      },
    },
  }
}
