import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { DomainLinks, useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { fingerprint, openSigning } from '~/platform/workflow/signing.server'
import { Page, PageSection } from '~/ui/page/page'
import { builtPacks } from '../built-packs.server'
import { BuiltPacks, PackForm } from '../evidence-view'

export const meta = () => [{ title: 'Evidence · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'evidence')
  const { signingKey, signingKeysBefore } = services.settings
  return {
    fingerprints: openSigning(signingKey, signingKeysBefore).all.map(fingerprint),
    packs: await builtPacks(read),
    links: domainLinks(actor, 'evidence'),
  }
}

/** Packs of evidence: to build one, to check one, and which were built. */
export default function Evidence() {
  const { fingerprints, packs, links } = useLoaderData<typeof loader>()
  const timeZone = useTimeZone()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Evidence">
        <PageSection title="Build a pack">
          <PackForm />
        </PageSection>
        <PageSection title="Check a pack">
          <p>
            <a href="/evidence/verify.html">verify.html</a> checks a pack in a browser, without network. Each
            pack has the same page in it, and verify.mjs for Node. Compare the fingerprint of our key:
          </p>
          {fingerprints.map((each) => (
            <p key={each}>
              <code className="hash">{each}</code>
            </p>
          ))}
        </PageSection>
        <PageSection title="Packs built">
          <BuiltPacks packs={packs.map((each) => ({ ...each, at: showInstant(each.at, timeZone) }))} />
        </PageSection>
      </Page>
    </>
  )
}
