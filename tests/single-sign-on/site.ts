import { httpSite } from 'tests/routes/http-site'
import { type SmallBrowser, settingsFor } from './browser'
import { startProvider } from './provider'

/** The whole site with an identity provider beside it, which knows accountant1 and manager1 as "s-1" and "s-2". */
export async function signOnSite() {
  const site = await httpSite()
  const provider = await startProvider(site.origin)
  provider.people.set('s-1', 'accountant1').set('s-2', 'manager1')
  return {
    ...site,
    provider,
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
    async close() {
      await provider.stop()
      await site.close()
    },
  }
}

export type SignOnSite = Awaited<ReturnType<typeof signOnSite>>
