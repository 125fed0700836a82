import { redirect } from '@remix-run/node'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import { logInByProvider, type ProviderIdentity } from '~/areas/access/log-in.server'
import { type SignOnAttempt, takeSignOnAttempt, withAttempt } from '~/areas/access/sign-on-attempt.server'
import { type RouteArgs, visitorOf } from '~/http/guard'
import { Throttled } from '~/http/refusal'
import type { Services } from '~/http/server/services'
import type { SingleSignOn } from '~/http/server/settings'
import { sessionKey, sessionStorage } from '~/http/session'
import { networkOf } from '~/http/throttle'
import { countedKey, type Limit, sharedCounts } from '~/platform/cluster/cluster.server'
import { DomainError } from '~/platform/values/domain-error'
import { NOT_LOGGED_IN, providerRefusal, UNKNOWN_PROVIDER } from './provider-refusal'
import { currentVisit, duringVisit } from './visit'

/** How long the provider may take for each response, in seconds. */
const PATIENCE = 5
/** How long the provider's discovery document is used before it is fetched again. */
const FRESH_MS = 60 * 60_000

interface Discovered {
  at: number
  provider: Promise<Configuration>
}

const cache = new WeakMap<SingleSignOn, Discovered>()

/**
 * The provider's discovery document, fetched at the first login and again every hour; a failure is not cached.
 * @throws DomainError, Unreachable
 */
function identityProvider(settings: SingleSignOn, { clock, log }: Services): Promise<Configuration> {
  const now = clock().getTime()
  const cached = cache.get(settings)
  if (cached && now - cached.at < FRESH_MS) return cached.provider
  const provider = discover(settings).catch((error: unknown) => {
    cache.delete(settings)
    throw providerRefusal(error, log, UNKNOWN_PROVIDER)
  })
  cache.set(settings, { at: now, provider })
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
 * identified only by the issuer and its own id for them: the names that people choose there prove nothing.
 * @param answer the address that the browser came back to, with all its parameters
 * @throws DomainError, Unreachable
 */
async function claimsOf(
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

/** Each costs a session and a request to the provider; a whole office may share an address. */
const SIGN_ONS: Limit = { name: 'sign-on', points: 300, seconds: 15 * 60 }

/** Counts a login that begins at the provider, and refuses it when far too many came from this address. */
export async function refuseManySignOns(
  { database }: Pick<Services, 'database'>,
  from: string,
): Promise<void> {
  try {
    await database.transaction((tx) => sharedCounts(tx, SIGN_ONS).consume(countedKey(networkOf(from))))
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000))
    throw new Throttled(
      'Too many logins were started from your address. Wait 15 minutes and try again.',
      seconds,
      'Not logged in',
    )
  }
}

const CALLBACK = '/login/oidc/callback'
/** The scope: who they are; no name, nothing that we do not need. */
const SCOPE = 'openid'

/** Sends the browser to the provider; the values that must come back with it stay in its session. */
export async function startSignOn(args: RouteArgs, settings: SingleSignOn, redirectTo: string) {
  const { services, clientAddress } = args.context
  const { clock, ids } = services
  await refuseManySignOns(services, clientAddress)
  const provider = await identityProvider(settings, services)
  const attempt: SignOnAttempt = {
    state: ids.token(),
    nonce: ids.token(),
    verifier: ids.token(),
    redirectTo,
    startedAt: clock().getTime(),
  }
  const { session } = await visitorOf(args)
  session.set('signOns', withAttempt(session.get('signOns'), attempt, clock()))
  const there = buildAuthorizationUrl(provider, {
    redirect_uri: siteAddress(args, CALLBACK).href,
    scope: SCOPE,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  })
  return redirect(there.href, {
    headers: { 'Set-Cookie': await sessionStorage(services).commitSession(session) },
  })
}

/** The person who returned from the provider, and the page that they wanted. */
export interface SignedOn {
  identity: ProviderIdentity
  /** The user who is linked to them; null while there is none. */
  userId: number | null
  redirectTo: string
}

/** A login that the provider vouched for: takes its attempt, exchanges the answer, and finds the user. */
class ProviderStrategy extends Strategy<SignedOn, Omit<SignedOn, 'userId'>> {
  override name = 'provider'

  override async authenticate({ url }: Request): Promise<SignedOn> {
    const args = currentVisit()
    const { services, log } = args.context
    const { session } = await visitorOf(args)
    const { search, searchParams } = new URL(url)
    const attempt = await services.database.transaction((tx) =>
      takeSignOnAttempt(
        { tx, now: services.clock() },
        sessionKey(session.id),
        searchParams.get('state') ?? '',
      ),
    )
    if (!attempt)
      throw new DomainError(
        'refused',
        'This login was started in another browser, is already finished, or took longer than ten minutes. Start again.',
        { title: NOT_LOGGED_IN },
      )
    const provider = await identityProvider(settingsOf(args), services)
    const answer = siteAddress(args, CALLBACK + search)
    const identity = await claimsOf(provider, { answer, attempt }, log)
    return this.verify({ identity, redirectTo: attempt.redirectTo })
  }
}

function settingsOf({ context }: RouteArgs): SingleSignOn {
  const { singleSignOn } = context.services.settings
  if (!singleSignOn) throw new Error('This site has no identity provider')
  return singleSignOn
}

const byProvider = new Authenticator<SignedOn>()
byProvider.use(
  new ProviderStrategy(async (person) => ({
    ...person,
    userId: await userOf(currentVisit(), person.identity),
  })),
)

/**
 * Finishes a login at the provider.
 * @throws DomainError, Unreachable: a login that this browser did not begin, a response that does not fit, a disabled
 * user
 */
export function finishSignOn(args: RouteArgs): Promise<SignedOn> {
  return duringVisit(args, () => byProvider.authenticate('provider', args.request))
}

/** The user who is linked to this person; logged whether they are let in or not. */
async function userOf({ context }: RouteArgs, identity: ProviderIdentity): Promise<number | null> {
  const { services, log } = context
  const provider = identity.issuer
  try {
    const found = await services.database.transaction((tx) => logInByProvider(tx, identity))
    if (found === null) log.warn({ provider }, 'login failed: no user is linked to this identity')
    else log.info({ user: found.userName, provider }, 'logged in')
    return found?.userId ?? null
  } catch (error) {
    log.warn({ provider }, 'login failed')
    throw error
  }
}

/**
 * The provider's own logout, which leads back to our login.
 * @throws DomainError, Unreachable: it has none, or does not respond
 */
export async function providerLogout(args: RouteArgs, settings: SingleSignOn): Promise<string> {
  const provider = await identityProvider(settings, args.context.services)
  if (!provider.serverMetadata().end_session_endpoint)
    throw new DomainError(
      'refused',
      'The identity provider does not offer logout from other sites. Log out on its own page, or close the browser.',
      { title: 'Still logged in there' },
    )
  return buildEndSessionUrl(provider, { post_logout_redirect_uri: siteAddress(args, '/login').href }).href
}

/** An address of this site as browsers and the provider know it: the host in a request may be forged. */
function siteAddress({ context, request }: RouteArgs, path: string): URL {
  return new URL(path, context.services.settings.siteUrl ?? request.url)
}
