import { contextOf } from 'tests/support/context'
import type { HttpSite } from 'tests/support/routes/http-site'
import { linkToProvider } from '~/areas/access/log-in.server'
import { type SmallBrowser, settingsFor } from './browser'
import { startProvider } from './provider'

/** An identity provider beside a site; accountant1 and manager1 are linked to "s-1" and "s-2" there. */
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
    /** Settings anew: what the provider said of itself before is forgotten. */
    use(login: 'beside' | 'instead', changes: object = {}) {
      const singleSignOn = { ...settingsFor(provider, login), ...changes }
      Object.assign(site.services.settings, { siteUrl: site.origin, singleSignOn })
    },
    /** The user name of whom the browser is logged in as, or the status of the refusal. */
    async who(browser: SmallBrowser): Promise<string | number> {
      const answer = await browser.ask(`${site.origin}/api/auth/user`)
      return answer.ok ? ((await answer.json()) as { userName: string }).userName : answer.status
    },
    close: () => provider.stop(),
  }
}
