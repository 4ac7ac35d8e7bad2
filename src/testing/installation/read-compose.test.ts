import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDockerfile } from './install-like-image.ts'
import { readCompose } from './read-compose.ts'

const root = join(import.meta.dirname, '../../..')

test('anchors, aliases, merges and flow mappings are parsed, lists and block texts omitted', () => {
  const text = `x-own: &own
  build: .
  environment: &settings
    A: "one: two"
    # A comment.
    B: http://{label}.localhost:8080
services:
  app:
    <<: *own
    ports: ["80:80"]
    deploy: { replicas: 2, mode: x }
    command:
      - a: b
        c: d
  worker:
    <<: *own
    environment:
      <<: *settings
      A: three
  store:
    environment: *settings
configs:
  proxy:
    content: |
      anything { goes
        here: 1
last: yes
`
  const settings = { A: 'one: two', B: 'http://{label}.localhost:8080' }
  expect(readCompose(text)).toEqual({
    'x-own': { build: '.', environment: settings },
    services: {
      app: {
        build: '.',
        environment: settings,
        ports: '["80:80"]',
        deploy: { replicas: '2', mode: 'x' },
        command: {},
      },
      worker: { build: '.', environment: { ...settings, A: 'three' } },
      store: { environment: settings },
    },
    configs: { proxy: { content: '|' } },
    last: 'yes',
  })
})

test.each(['a: *nowhere\n', 'a: 1\n   b: 2\n', 'just words\n'])('unsupported YAML is refused: %j', (text) => {
  expect(() => readCompose(text)).toThrow('compose.yaml')
})

test('the Dockerfile’s last stage is parsed: files, packages, settings, program', () => {
  const steps = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  expect(steps.copied).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'dist', 'src']))
  expect(steps.install).toEqual(expect.arrayContaining(['ci', '--omit=dev', '--ignore-scripts']))
  expect(steps.env.NODE_ENV).toBe('production')
  expect(steps.command).toEqual(['node', 'src/main.ts'])
})
