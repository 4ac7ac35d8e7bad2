// @vitest-environment jsdom
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FilterForm } from './filter-form.tsx'
import { useAdminAction } from './use-admin-action.ts'

function Action({ call }: { call: () => Promise<unknown> }) {
  const { withReason } = useAdminAction()
  return (
    <button type="button" onClick={() => void withReason({ title: 'Suspend ada?', action: 'Suspend' }, call, 'Done')}>
      Open
    </button>
  )
}

test('the dialog of a failed action stays open with the reason and the error', async () => {
  const failures = [new ApiError(422, 'ada is an operator')]
  const call = async () => {
    const failure = failures.pop()
    if (failure) throw failure
  }
  const screen = await showScreen(<Action call={call} />)
  await screen.press('Open')
  await screen.type('Reason', 'Sends spam')
  await screen.submit('Suspend')
  expect([screen.field('Reason').value, screen.dialog()?.textContent]).toEqual([
    'Sends spam',
    expect.stringContaining('ada is an operator'),
  ])
  await screen.submit('Suspend')
  expect([screen.dialog(), screen.toasts()]).toEqual([null, ['Done']])
})

test('a search of the console keeps the focus, and going back restores its fields', async () => {
  const form = (query: string) => (
    <FilterForm query={query}>
      <TextField name="search" label="Name" defaultValue={new URLSearchParams(query).get('search') ?? ''} />
    </FilterForm>
  )
  const Page = () => form(useLocation().search.slice(1))
  const screen = await showScreen(<Page />, { at: '/admin/users' })
  await screen.type('Name', 'ada')
  await screen.submit('Search')
  expect([screen.router.state.location.search, screen.focus()]).toEqual(['?search=ada', 'Search'])
  await screen.router.navigate(-1)
  await expect.poll(() => screen.field('Name').value).toBe('')
})
