import { type ProvenObject, unprovenTables } from '~/platform/proof/object-proof.server'
import { openSigning } from '~/platform/workflow/signing.server'
import type { Guarded } from './guard'

/** The tables whose rows of objects are not what Fundesk signed, for the page that shows them; see UnprovenBanner. */
export async function unprovenOf(
  { read, services, asOf }: Pick<Guarded, 'read' | 'services' | 'asOf'>,
  ...objects: readonly ProvenObject[]
): Promise<string[]> {
  const { signingKey, signingKeysBefore } = services.settings
  const keys = openSigning(signingKey, signingKeysBefore).all
  const found = await Promise.all(objects.map((object) => unprovenTables(read, keys, object, asOf)))
  return found.flat()
}
