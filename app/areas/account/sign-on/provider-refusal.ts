import { data } from '@remix-run/node'
import type { RouteArgs } from '~/http/guard'
import { pageAnswer } from '~/http/page-answer'
import { Unreachable } from '~/http/refusal'
import type { Services } from '~/http/server/services'
import type { SingleSignOn } from '~/http/server/settings'
import { DomainError } from '~/platform/values/domain-error'

export const NOT_LOGGED_IN = 'Not logged in'

/** What the provider may send instead of a code (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6), in our words. */
const MESSAGES = new Map(
  Object.entries({
    access_denied:
      'The identity provider did not let you in, or you cancelled. Try again, or ask an administrator.',
    login_required: 'You are not logged in at the identity provider. Try again and log in there.',
    interaction_required:
      'The identity provider needs something from you first. Try again and follow its steps.',
    consent_required: 'The identity provider needs your consent first. Try again and give it there.',
    temporarily_unavailable: 'The identity provider is busy. Try again in a minute.',
    server_error: 'The identity provider failed. Try again in a minute.',
  }),
)

const MISCONFIGURED =
  'The identity provider does not accept this site. Tell an administrator: the settings OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and SITE_URL must match those of the provider.'

/** Codes of the token endpoint that mean wrong settings. */
const OURS = new Set(['invalid_client', 'unauthorized_client', 'unsupported_response_type', 'invalid_scope'])

/** Failures of the connection, rather than of the content. */
const UNANSWERED = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])
/** From fetch: no connection, and one that ended before the response was complete. */
const BROKEN_OFF = new Set(['fetch failed', 'terminated'])

interface Failure {
  message?: string
  code?: string
  /** The provider's code: "access_denied". */
  error?: string
  status?: number
}

/** For unknown failures: the provider's response to a login, and its description of itself. */
const UNTRUSTED =
  'The answer of the identity provider cannot be trusted: it does not match this login. Try again; if it happens again, tell an administrator.'
export const UNKNOWN_PROVIDER =
  'The identity provider does not match the setting OIDC_ISSUER. Tell an administrator.'

/**
 * The refusal of a login for anything that went wrong with the provider, one sentence each. The exact cause is in the
 * log, without what the provider sent.
 */
export function providerRefusal(
  thrown: unknown,
  log: Services['log'],
  otherwise = UNTRUSTED,
): DomainError | Unreachable {
  const { message, code, error, status } = thrown as Failure
  log.warn(
    { reason: message, code, providerError: error?.slice(0, 100), providerStatus: status },
    'single sign-on failed',
  )
  if (isUnanswered(thrown))
    return new Unreachable(
      'The identity provider does not answer. Try again in a minute; if this continues, tell an administrator.',
      NOT_LOGGED_IN,
    )
  // A wrong secret that was sent in a header may be refused by the status 401 alone, without a code.
  const errorCode = error ?? (status === 401 ? 'invalid_client' : undefined)
  const sentence = errorCode === undefined ? otherwise : sentenceFor(errorCode)
  return new DomainError('refused', sentence, { title: NOT_LOGGED_IN })
}

function sentenceFor(error: string): string {
  if (OURS.has(error)) return MISCONFIGURED
  return (
    MESSAGES.get(error) ??
    'The identity provider refused this login. Start again; if this continues, tell an administrator.'
  )
}

/** No connection, no response in time, or a failure of the provider's own. */
function isUnanswered(thrown: unknown): boolean {
  const { code, cause } = thrown as Failure & { cause?: unknown }
  if (code !== undefined && UNANSWERED.has(code)) return true
  if (thrown instanceof TypeError && BROKEN_OFF.has(thrown.message)) return true
  return cause instanceof Response && cause.status >= 500
}

/** A page of single sign-on: a refusal is shown in its place; a site without an identity provider has no such page. */
export function signOnPage<Answer>(args: RouteArgs, answer: (settings: SingleSignOn) => Promise<Answer>) {
  const { singleSignOn } = args.context.services.settings
  if (!singleSignOn)
    throw data(
      { message: 'This site has no single sign-on. Log in with your user name and password.' },
      { status: 404 },
    )
  return pageAnswer(args, {}, () => answer(singleSignOn), NOT_LOGGED_IN)
}
