import {
  allowInsecureRequests,
  authorizationCodeGrant,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { ProviderIdentity } from '~/areas/access/log-in.server'
import type { SignOnAttempt } from '~/areas/access/sign-on-attempt.server'
import type { Services } from '~/http/server/services'
import type { SingleSignOn } from '~/http/server/settings'
import { providerRefusal, UNKNOWN_PROVIDER } from './provider-refusal'

/** How long the provider may take for each response, in seconds. */
const PATIENCE = 5
/** How long the provider's description of itself is used before it is fetched again. */
const FRESH_MS = 60 * 60_000

interface Known {
  at: number
  provider: Promise<Configuration>
}

const known = new WeakMap<SingleSignOn, Known>()

/**
 * The provider as it describes itself, fetched at the first login and again every hour; a failure is not kept.
 * @throws DomainError, Unreachable
 */
export function identityProvider(settings: SingleSignOn, { clock, log }: Services): Promise<Configuration> {
  const now = clock().getTime()
  const kept = known.get(settings)
  if (kept && now - kept.at < FRESH_MS) return kept.provider
  const provider = discover(settings).catch((error: unknown) => {
    known.delete(settings)
    throw providerRefusal(error, log, UNKNOWN_PROVIDER)
  })
  known.set(settings, { at: now, provider })
  return provider
}

async function discover({ issuer, clientId, clientSecret }: SingleSignOn): Promise<Configuration> {
  const provider = await discovery(new URL(issuer), clientId, undefined, clientAuth(clientSecret), {
    timeout: PATIENCE,
    // Only an address of this machine is accepted without https.
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  })
  const named = provider.serverMetadata().issuer
  // Some providers have one address for many organisations: "anna" of another organisation is not our user.
  if (new URL(named).href !== new URL(issuer).href)
    throw new Error(`The provider names itself ${named}, the setting OIDC_ISSUER says ${issuer}`)
  return provider
}

/** As the provider expects the secret: in the header unless it accepts it in the body alone. */
function clientAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/**
 * Exchanges the provider's response for its token and checks it: issuer, audience, signature, nonce, times. A person is
 * identified by the issuer and its own name for them alone: the names that people choose there prove nothing.
 * @param answer the address that the browser came back to, with all its parameters
 * @throws DomainError, Unreachable
 */
export async function claimsOf(
  provider: Configuration,
  { answer, attempt }: { answer: URL; attempt: SignOnAttempt },
  log: Services['log'],
): Promise<ProviderIdentity> {
  try {
    const tokens = await authorizationCodeGrant(provider, answer, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider sent no ID token')
    return { issuer: claims.iss, subject: claims.sub }
  } catch (error) {
    throw providerRefusal(error, log)
  }
}
