import { type ProvenObject, unprovenTables } from '~/platform/proof/object-proof.server'
import { openSigning } from '~/platform/workflow/signing.server'
import type { Guarded } from './guard'

/** The tables whose rows of an object are not what Fundesk signed, for the page that shows it; see UnprovenBanner. */
export function unprovenOf(
  { read, services, asOf }: Pick<Guarded, 'read' | 'services' | 'asOf'>,
  object: ProvenObject,
): Promise<string[]> {
  const { signingKey, signingKeysBefore } = services.settings
  return unprovenTables(read, openSigning(signingKey, signingKeysBefore).all, object, asOf)
}
