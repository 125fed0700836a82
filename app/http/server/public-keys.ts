import type { RequestHandler } from 'express'
import { fingerprint, openSigning } from '~/platform/workflow/signing.server'
import type { Settings } from './settings'

/** The public keys of this site, the current one first: people who check a pack compare fingerprints with these. */
export function publicKeys({
  signingKey,
  signingKeysBefore,
}: Pick<Settings, 'signingKey' | 'signingKeysBefore'>): RequestHandler {
  const { all } = openSigning(signingKey, signingKeysBefore)
  const keys = all.map((key) => ({ ...key, algorithm: 'Ed25519', fingerprint: fingerprint(key) }))
  return (_, response) => {
    response.set('Cache-Control', 'no-cache').json({ keys })
  }
}
