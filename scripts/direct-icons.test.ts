import { expect, test } from 'vitest'
import { directIcons } from './direct-icons.ts'

const transform = directIcons().transform as (code: string, id: string) => string | null

test('icons are imported from their own files, aliases and local names included', () => {
  const code = transform("import { CheckCircle2, type LucideIcon, X as Close } from 'lucide-react'\n", '/src/a.tsx')
  expect(code).toMatch(
    /^import CheckCircle2 from ".*\/icons\/circle-check\.mjs";import Close from ".*\/icons\/x\.mjs"\n$/,
  )
})

test('a name that is no icon fails the build, and packages are left alone', () => {
  const code = "import { NoSuchIcon } from 'lucide-react'"
  expect(() => transform(code, '/src/a.tsx')).toThrow("/src/a.tsx: lucide-react has no icon 'NoSuchIcon'")
  expect(transform(code, '/node_modules/a/index.js')).toBeNull()
})
