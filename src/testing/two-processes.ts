import { createServer } from '../create-server.ts'
import { createServices } from '../server/create-services.ts'
import type { TestApp } from './test-app.ts'

/** Runs a test with two processes of an instance on one database, with Redis between them if it has an address. */
export async function twoProcesses(
  app: TestApp,
  redisUrl: string | null,
  run: (here: TestApp, there: TestApp) => Promise<void>,
): Promise<void> {
  const processes = await Promise.all(
    [0, 1].map(async () => {
      const services = await createServices({ ...app.services.settings, redisUrl })
      return { services, server: await createServer(services, { screens: false }) }
    }),
  )
  try {
    const [here, there] = processes.map((process) => ({ ...app, ...process })) as [TestApp, TestApp]
    await run(here, there)
  } finally {
    for (const { server, services } of processes) {
      await server.close()
      await services.close()
    }
  }
}
