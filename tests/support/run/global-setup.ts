import type { Addresses } from 'tests/support/postgres/copy'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the run; its database is migrated, and the template for others. */
    postgres: Addresses
    /** The same with base data and the users of the demo. */
    seeded: Addresses
  }
}

/** Creates the databases of a run. Most planted failures need none, and load nothing of the application. */
export default async function setup(project: TestProject) {
  if (process.env.TEST_PLANTED === 'without a database') return
  const { openDatabases } = await import('./databases')
  return openDatabases(project)
}
