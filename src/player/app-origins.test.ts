import { expect, test } from 'vitest'
import { isAppOrigin } from './app-origins.ts'

const cases: [string, string, boolean][] = [
  ['https://decks.example', 'https://decks.example', true],
  ['https://acme.decks.example', 'https://decks.example', true],
  ['http://localhost:3000', 'http://localhost:3000', true],
  ['http://acme.localhost:3000', 'http://localhost:3000', true],
  // Another deck's host, another scheme or port, look-alike hosts, deeper subdomains, no origin at all.
  ['http://d-abcdefghijklmnopqrstuvwxyz.localhost:3000', 'http://localhost:3000', false],
  ['http://decks.example', 'https://decks.example', false],
  ['https://decks.example:444', 'https://decks.example', false],
  ['https://evildecks.example', 'https://decks.example', false],
  ['https://a.b.decks.example', 'https://decks.example', false],
  ['https://decks.example.evil.test', 'https://decks.example', false],
  ['null', 'https://decks.example', false],
  ['', 'https://decks.example', false],
]

test.each(cases)('a port from %s is accepted by a deck frame of the app at %s: %s', (origin, app, expected) => {
  expect(isAppOrigin(origin, { app })).toBe(expected)
})
