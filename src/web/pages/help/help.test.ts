// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { actions } from '../../../editor/actions/index.ts'
import { shownShortcut } from '../../../editor/actions/match-shortcut.ts'
import { shortcutText } from '../../../editor/panels/shortcut-text.ts'
import { findHelp, helpTopics } from '../../../rules/help-topics.ts'
import { editorKeys } from './common-keys.ts'
import { helpContents } from './contents.ts'

test('every topic has a page, and every page a topic', () => {
  expect(Object.keys(helpContents).sort()).toEqual(helpTopics.map(({ id }) => id).sort())
  for (const sections of Object.values(helpContents)) expect(sections.length).toBeGreaterThan(0)
})

test('the editor’s keys in the help are those of its actions', () => {
  for (const { keys, does } of editorKeys) {
    const shortcuts = actions.filter(({ label }) => label === does).map((one) => shownShortcut(one) ?? '')
    expect([does, shortcuts.map((shortcut) => shortcutText(shortcut, false))]).toEqual([does, keys])
  }
})

describe('the search', () => {
  const ids = (query: string) => findHelp(query, true).map(({ id }) => id)

  test('finds topics by users’ own words, matches in titles first', () => {
    expect(ids('iframe')).toEqual(['embedding'])
    expect(ids('forgot')).toEqual(['passwords'])
    expect(ids('Private li')[0]).toBe('private-links')
    expect(ids('import powerpoint')).toEqual(['importing'])
    expect(ids('powerpoint')).toEqual(['importing', 'exporting'])
    expect(ids('import keynote')).toEqual([])
    expect(ids('import')[0]).toBe('importing')
  })

  test('lists all topics while nothing is typed', () => {
    expect(ids('  ')).toEqual(helpTopics.map(({ id }) => id))
  })

  test('knows no plans on an instance without billing', () => {
    expect(ids('billing')).toEqual(['plans'])
    for (const query of ['', 'plan', 'billing']) {
      expect(findHelp(query, false).map(({ id }) => id)).not.toContain('plans')
    }
  })
})
