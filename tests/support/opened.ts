import { afterAll } from 'vitest'

/**
 * Opens something for the tests of a file, at its top level: `const site = await opened(testSite())`. It is closed after
 * them, in reverse order.
 */
export async function opened<Opened extends { close(): unknown } | { stop(): unknown }>(
  opening: Opened | Promise<Opened>,
): Promise<Opened> {
  const it = await opening
  afterAll(() => ('close' in it ? it.close() : it.stop()))
  return it
}
