import { afterAll } from 'vitest'

/**
 * What a test file opens for its tests, at its top level: `const site = await opened(testSite())`. It is closed after
 * them; what was opened last is closed first.
 */
export async function opened<Opened extends { close(): unknown } | { stop(): unknown }>(
  opening: Opened | Promise<Opened>,
): Promise<Opened> {
  const it = await opening
  afterAll(() => ('close' in it ? it.close() : it.stop()))
  return it
}
