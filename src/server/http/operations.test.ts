import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../api/index.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import type { RequestOptions } from '../../testing/test-client.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  test('health succeeds while the database answers, under any host name', async () => {
    expect(await app.visitor().get('/healthz', { host: '10.0.0.7:3000' })).toMatchObject({
      status: 200,
      body: { database: true },
    })
    expect((await app.visitor().get('/readyz')).body).toEqual({ ready: true, stopping: false })
  })

  test('health fails when the database is gone', async () => {
    const broken = await makeApp()
    expect((await broken.visitor().get('/healthz')).status).toBe(200)
    await broken.services.database.close()
    broken.services.database.close = async () => {}
    expect((await broken.visitor().get('/healthz')).status).toBe(503)
    expect((await broken.visitor().get('/readyz')).status).toBe(503)
  })

  test('metrics contain route patterns and never URLs', async () => {
    await app.visitor().get('/api/v1/decks/424242.json?token=abc')
    const { status, text } = await app.visitor().get('/metrics')
    expect(status).toBe(200)
    expect(text).toContain('route="/api/v1/decks/:id"')
    expect(text).toContain('lectern_jobs')
    expect(text).toContain('lectern_live_pages 0')
    expect(text).toContain('lectern_live_merged_total 0')
    // Thousands of connections are not enumerated.
    expect(text).not.toMatch(/nodejs_active_(handles|resources)/)
    expect(text).not.toContain('424242')
  })

  const proxyHeaders = [
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-server', 'forwarded', 'via'],
    ...['x-real-ip', 'x-client-ip', 'client-ip', 'true-client-ip', 'cf-connecting-ip', 'x-original-forwarded-for'],
  ]
  test.each<readonly [string, RequestOptions]>([
    ['from another machine', { address: '203.0.113.9' }],
    ['by the public name', { host: 'decks.example' }],
    ...proxyHeaders.map(
      (name) => [`through a proxy that sends ${name}`, { headers: { [name]: 'localhost' } }] as const,
    ),
  ])('metrics are refused %s', async (_, options) => {
    const answer = await app.visitor().get('/metrics', options)
    expect(answer.status).not.toBe(200)
    expect(answer.text).not.toContain('lectern_')
  })

  test('a configured token is required for metrics, and admits requests from any machine', async () => {
    const guarded = await makeApp({ settings: { metricsToken: 'let-me-see' } })
    const ask = (authorization?: string) =>
      guarded
        .visitor()
        .get('/metrics', { address: '203.0.113.9', ...(authorization ? { headers: { authorization } } : {}) })
    expect((await ask()).status).toBe(404)
    expect((await ask('Bearer let-me-seE')).status).toBe(404)
    expect((await ask('Bearer let-me-see')).status).toBe(200)
    expect((await guarded.visitor().get('/metrics')).status).toBe(404)
  })
})

eachDatabase((makeApp) => {
  describe('over https', () => {
    let app: TestApp
    beforeAll(async () => {
      app = await makeApp({
        settings: { baseUrl: 'https://decks.example', contentUrl: 'https://{label}.content.example' },
      })
    })

    test.each(['/api/v1/status.json', '/api/v1/decks/1.json', '/no-such-page', '/users/no/such'])(
      'every response has the strict headers: %s',
      async (path) => {
        const { headers } = await app.visitor().get(path)
        expect(headers).toMatchObject({
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'origin-agent-cluster': '?1',
          'cache-control': 'private, no-store',
          'strict-transport-security': 'max-age=63072000; includeSubDomains',
        })
        expect(headers['permissions-policy']).toContain('camera=()')
      },
    )

    test('browsers can send CSP reports, and malformed reports are accepted without an error', async () => {
      const report = [
        { type: 'csp-violation', body: { effectiveDirective: 'script-src', blockedURL: 'https://evil.example' } },
      ]
      const headers = { 'content-type': 'application/reports+json' }
      const answer = await app.visitor().post('/csp', JSON.stringify(report), { headers, csrf: false })
      expect(answer.status).toBe(204)
      const junk = await app.visitor().post('/csp', '{{{', { headers, csrf: false })
      expect(junk.status).toBe(204)
    })

    test('a wrong method gets a 405 with the allowed ones; an unknown path stays a 404', async () => {
      const visitor = app.visitor()
      for (const [method, path, allowed] of [
        ['PATCH', '/api/v1/decks/8.json', 'DELETE, GET, HEAD, PUT'],
        ['DELETE', '/api/v1/decks.json?page=2', 'POST'],
        ['GET', '/api/v1/decks/8/publish/', 'POST'],
        ['PUT', '/api/docs', 'GET, HEAD'],
      ] as const) {
        const { status, headers, body } = await visitor.request(method, path, {
          body: method === 'GET' ? undefined : {},
        })
        expect([path, status, headers.allow]).toEqual([path, 405, allowed])
        expect(body).toEqual({ error: 'This address does not take that method' })
      }
      for (const path of ['/api/v1/nothing', '/api/v1/decks/8/nothing/at/all', '/ada/talk']) {
        const { status, headers } = await visitor.request('PATCH', path, { body: {} })
        expect([path, status, headers.allow]).toEqual([path, 404, undefined])
      }
    })

    test('the API description lists every call, and its page needs no script', async () => {
      const { body } = await app.visitor().get('/api/openapi.json')
      const described = Object.values(body.paths as Record<string, object>).flatMap((path) => Object.keys(path))
      expect(described).toHaveLength(routes.length)
      expect(body.paths['/api/v1/decks/{id}.json'].put.requestBody.content).toHaveProperty('application/json')
      expect(JSON.stringify(body)).toContain('"format":"date-time"')
      const page = await app.visitor().get('/api/docs')
      expect(page.text).toContain('<code>/api/v1/decks/{id}.json</code>')
      expect(page.text).not.toContain('<script')
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/)
    })
  })
})
