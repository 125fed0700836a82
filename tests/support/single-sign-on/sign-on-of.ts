import { contextOf } from 'tests/support/context'
import type { HttpSite } from 'tests/support/routes/http-site'
import { linkToProvider } from '~/areas/access/log-in.server'
import { type SmallBrowser, settingsFor } from './browser'
import { startProvider } from './provider'

/** An identity provider for a site; accountant1 and manager1 are linked to "s-1" and "s-2" there. */
export async function signOnOf(site: HttpSite) {
  const provider = await startProvider(site.origin)
  const link = (userName: string, subject: string) =>
    site.transaction((tx) =>
      linkToProvider(contextOf({ tx, now: site.clock() }), userName, { issuer: provider.issuer, subject }),
    )
  await link('accountant1', 's-1')
  await link('manager1', 's-2')
  return {
    provider,
    /** Links a user to a person of the provider, as the command line does. */
    link,
    /** New settings: cached metadata of the provider is dropped. */
    use(login: 'beside' | 'instead', changes: object = {}) {
      const singleSignOn = { ...settingsFor(provider, login), ...changes }
      Object.assign(site.services.settings, { siteUrl: site.origin, singleSignOn })
    },
    /** The name of the user logged in with the browser, or the status of the refusal. */
    async who(browser: SmallBrowser): Promise<string | number> {
      const answer = await browser.ask(`${site.origin}/api/auth/user`)
      return answer.ok ? ((await answer.json()) as { userName: string }).userName : answer.status
    },
    close: () => provider.stop(),
  }
}
