import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Provider, { type Context } from 'oidc-provider'
import { type Claims, claimsIn, ownKey, type Signer, signed } from './signed'

/** How the provider misbehaves from now on; by default it does not. */
export interface Lies {
  /** Changes the ID token, which is then signed again. */
  claims?: (claims: Claims) => Claims
  signer?: Signer
  /** Changes its metadata. */
  metadata?: (metadata: Claims) => Claims
  /** Answers the exchange of a code with only this status. */
  tokenStatus?: number
  /** Takes this many milliseconds to exchange a code. */
  slow?: number
  /** Closes every connection. */
  down?: boolean
}

export interface TestProvider {
  issuer: string
  /** Users’ names there (`preferred_username`), by the provider’s subject. */
  people: Map<string, string>
  lies: Lies
  /** Request counts by path. */
  asked: Map<string, number>
  stop(): Promise<void>
}

export const CLIENT = { id: 'fundesk', secret: 'a secret of the tests, 0123456789' }

/** A certified OpenID Connect provider on its own port, whose pages ask for a name and no password. */
export async function startProvider(site: string): Promise<TestProvider> {
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  // For a browser this is a different site from 127.0.0.1, where Fundesk is.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const people = new Map<string, string>()
  const test: TestProvider = {
    issuer,
    people,
    lies: {},
    asked: new Map(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const provider = providerFor(test, site)
  const answer = provider.callback()
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '', issuer).pathname
    if (test.lies.down) return void request.socket.destroy()
    test.asked.set(path, (test.asked.get(path) ?? 0) + 1)
    if (!path.startsWith('/interaction/')) return void answer(request, response)
    if (request.method === 'POST') return void finish(provider, request, response)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(LOGIN_PAGE)
  }
  return test
}

const LOGIN_PAGE = `<!doctype html><html lang="en"><title>Provider</title><main><h1>Identity provider</h1>
<form method="post"><label>Name <input name="name"></label>
<button name="do" value="enter">Enter</button><button name="do" value="deny">Deny</button></form></main></html>`

/** Asks before logging out, with the form made by the provider. */
function showLogout(context: Context, form: string): void {
  context.type = 'text/html'
  context.body = `<!doctype html><html lang="en"><title>Provider</title><main>${form}
<button form="op.logoutForm" name="logout" value="yes">Leave the provider</button></main></html>`
}

function providerFor(test: TestProvider, site: string): Provider {
  const provider: Provider = new Provider(test.issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${site}/login/oidc/callback`],
        post_logout_redirect_uris: [`${site}/login`],
      },
    ],
    jwks: { keys: [ownKey] },
    cookies: { keys: ['of the tests'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    claims: { openid: ['sub'], profile: ['preferred_username'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: showLogout },
    },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, subject: string) => ({
      accountId: subject,
      claims: () => ({ sub: subject, preferred_username: test.people.get(subject) }),
    }),
    // There is no consent page for this site.
    async loadExistingGrant({ oidc }: Context) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid profile')
      await grant.save()
      return grant
    },
  })
  provider.use((context, next) => misbehave(test.lies, context, next))
  return provider
}

/** Lets the provider answer, and changes the answer as the test wants. */
async function misbehave(lies: Lies, context: Context, next: () => Promise<void>): Promise<void> {
  await next()
  const body = context.body as Claims
  if (context.path === '/.well-known/openid-configuration' && lies.metadata)
    context.body = lies.metadata(structuredClone(body))
  if (context.path !== '/token') return
  if (lies.slow) await wait(lies.slow, undefined, { ref: false })
  if (lies.tokenStatus) {
    context.status = lies.tokenStatus
    context.type = 'text/html'
    context.body = '<h1>Bad gateway</h1>'
    return
  }
  const token = body.id_token
  if (typeof token !== 'string' || !(lies.claims || lies.signer)) return
  const claims = claimsIn(token)
  context.body = { ...body, id_token: signed(lies.claims?.(claims) ?? claims, lies.signer ?? 'own') }
}

/** Logs in the name entered on the provider’s page, or nobody. */
async function finish(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const form = new URLSearchParams(text)
  const result =
    form.get('do') === 'deny'
      ? { error: 'access_denied', error_description: 'Call 0800 and <b>give</b> your password' }
      : { login: { accountId: form.get('name') ?? '' } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}
