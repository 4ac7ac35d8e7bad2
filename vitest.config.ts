import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { alone, hasWindow, testFiles, windows } from './scripts/test-files.ts'

/**
 * Runs the files of an environment in a row. Where the next file needs another environment, vitest ends the worker,
 * and a new one loads all modules again.
 */
class ByEnvironment extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) =>
      `${project.name} ${hasWindow(relative(import.meta.dirname, moduleId)) ? 'window' : 'node'}`
    const sorted = await super.sort(specifications)
    return sorted.toSorted((one, other) => (place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0))
  }
}

export default defineConfig({
  test: {
    globalSetup: ['src/testing/shared-postgres.ts'],
    // The smallest supported machine has two cores. Tests wait for a quarter of their time.
    maxWorkers: 3,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // No retries: a flaky test is a bug.
    retry: 0,
    env: { NODE_ENV: 'test' },
    sequence: { sequencer: ByEnvironment },
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'together',
          include: testFiles,
          exclude: [...alone, ...windows],
          // Isolation would load all modules again for each file, a third of the time.
          isolate: false,
        },
      },
      // A worker loads jsdom once and gives each file a context of its own, in less than half the time of a worker each.
      { extends: true, test: { name: 'windows', include: windows, pool: 'vmForks' } },
    ],
  },
})
