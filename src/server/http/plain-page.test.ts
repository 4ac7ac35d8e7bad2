import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { sendBusyPage, sendPlainPage } from './plain-page.ts'

test('pages without files have the app’s colors and a link home with the instance’s name', () => {
  const sent: string[] = []
  const reply = { header: () => reply, type: () => reply, send: (text: string) => sent.push(text) }
  const page = { title: 'A page', body: '<h1>A page</h1>' }
  sendPlainPage(reply as unknown as FastifyReply, { name: () => 'Fish & Sons' }, page)
  const [html = ''] = sent
  const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
  const colors = html.match(/--[\w-]+: light-dark\([^;]+\);/g) ?? []
  expect(colors.length).toBeGreaterThan(8)
  for (const color of colors) expect(tokens).toContain(color)
  for (const [, name] of html.matchAll(/var\((--[\w-]+)\)/g)) expect(html).toContain(`${name}: `)
  expect(html).toMatch(/<a class="home" href="\/">.*<\/svg>Fish &amp; Sons<\/a>/)
})

test('the page for too many requests says how long to wait, and has a link that tries again', () => {
  const sent: string[] = []
  const reply = { header: () => reply, code: () => reply, type: () => reply, send: (text: string) => sent.push(text) }
  sendBusyPage(reply as unknown as FastifyReply, { name: () => 'Heron' }, { retryAfter: 3 })
  expect(sent[0]).toContain('You can try again in 3 seconds.')
  expect(sent[0]).toMatch(/<a class="button" href="">Try again<\/a>/)
})
