// @vitest-environment jsdom
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AreaBoundary } from './area-boundary.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.innerHTML = '<div id="app"></div>'
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('an area that throws while rendering shows an error with a retry button, and the other area stays', async () => {
  const app = document.getElementById('app')!
  let broken = true
  function Area() {
    if (broken) throw new Error('broken')
    return <p>Area</p>
  }
  createRoot(app).render(
    <>
      <AreaBoundary text="The properties could not be shown.">
        <Area />
      </AreaBoundary>
      <AreaBoundary text="The slides could not be shown.">
        <p>Slides</p>
      </AreaBoundary>
    </>,
  )
  await expect
    .poll(() => app.querySelector('[role="alert"]')?.textContent)
    .toContain('The properties could not be shown.')
  expect(app.textContent).toContain('Slides')
  app.querySelector('button')!.click()
  await expect.poll(() => app.querySelector('[role="alert"]')).not.toBeNull()
  broken = false
  app.querySelector('button')!.click()
  await expect.poll(() => app.textContent).toBe('AreaSlides')
})
