// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PageScriptData } from './page-script-data.ts'
import { toggleComments } from './public-comments.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the page jumps to the comments when they are there, if the reader wants no motion', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  document.body.innerHTML =
    '<button data-comments></button><section data-public-comments hidden tabindex="-1"></section>'
  const section = document.querySelector('section')!
  section.dataset.publicComments = JSON.stringify({
    title: 'Tides',
    path: '/ann/tides',
    token: null,
    signIn: '/sign-in',
  })
  const shown: (string | null)[] = []
  vi.stubGlobal('scrollTo', () => shown.push(section.querySelector('h2')?.textContent ?? null))
  await act(async () => toggleComments({ deckId: 7 } as PageScriptData))
  expect(shown).toEqual(['Comments'])
  expect(document.activeElement).toBe(section)
})
