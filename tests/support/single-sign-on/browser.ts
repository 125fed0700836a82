import { CLIENT, type TestProvider } from './provider'

const CALLBACK = '/login/oidc/callback'

/** A minimal browser: stores cookies by origin and follows redirects. */
export function smallBrowser(site: string) {
  const jars = new Map<string, Map<string, string>>()

  async function ask(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { Accept: 'text/html', ...(Cookie ? { Cookie } : {}), ...init.headers },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      const gone = attributes.some((each) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(each))
      if (gone) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }

  /** Follows redirects until a page is shown, or an address matching `until` is reached. */
  async function follow(address: string, until = 'nowhere', init?: RequestInit) {
    let at = address
    let answer = await ask(at, init)
    for (let hops = 0; hops < 12; hops++) {
      const to = answer.headers.get('location')
      if (!to) break
      at = new URL(to, at).href
      if (at.includes(until)) break
      answer = await ask(at)
    }
    return { answer, at }
  }

  /** Goes to the provider, enters the name there, and returns the address that leads back to the site. */
  async function reachCallback(subject: string, from = '/login/oidc', press = 'enter'): Promise<string> {
    const { at } = await follow(`${site}${from}`, CALLBACK)
    // Already logged in there: no form.
    if (at.includes(CALLBACK)) return at
    const body = new URLSearchParams({ name: subject, do: press })
    const back = await follow(at, CALLBACK, { method: 'POST', body })
    return back.at
  }

  return {
    ask,
    follow,
    reachCallback,
    cookies: (origin: string) => Object.fromEntries(jars.get(origin) ?? []),
    /** The whole login; returns the final page. */
    async logIn(subject: string, from?: string, press?: string) {
      const { answer, at } = await follow(await reachCallback(subject, from, press))
      return { status: answer.status, text: await answer.text(), at, answer }
    },
  }
}

export type SmallBrowser = ReturnType<typeof smallBrowser>

/** Settings for the provider of the tests. */
export function settingsFor({ issuer }: TestProvider, login: 'beside' | 'instead' = 'beside') {
  return { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, login }
}
