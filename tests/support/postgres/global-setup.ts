import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { clientOptions } from 'db/connection'
import { migrate } from 'db/migrate'
import type { TestProject } from 'vitest/node'
import { checkout, throwawayServer } from './throwaway'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; ownerUrl: string; adminUrl: string }
  }
}

/** One throwaway server for the whole run; its database, migrated, is the template of every test file's own. */
export default async function setup(project: TestProject) {
  const server = await throwawayServer()
  const folder = join(checkout, 'db/migrations')
  try {
    if (existsSync(join(folder, 'meta/_journal.json')))
      await migrate({ url: server.ownerUrl, folder, appRole: clientOptions(server.url).user })
  } catch (error) {
    await server.stop()
    throw error
  }
  const { url, ownerUrl, adminUrl } = server
  project.provide('postgres', { url, ownerUrl, adminUrl })
  return () => server.stop()
}
