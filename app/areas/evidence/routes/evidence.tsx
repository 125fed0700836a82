import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm } from '~/http/page-answer'
import { failedIfLost } from '~/platform/jobs/jobs.server'
import { DomainLinks, useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { fingerprint } from '~/platform/workflow/signing.server'
import { Page, PageSection } from '~/ui/page/page'
import { builtPacks } from '../built-packs.server'
import { BuiltPacks, PackForm } from '../evidence-view'
import { MonthFields } from '../forms'
import { MONTH_PACK_JOB, newestMonthPacks } from '../month-packs.server'
import { MonthForm, MonthList } from '../month-view'
import { signingOf } from './build-pack'
import { startMonthPack } from './month-job'

export const meta = () => [{ title: 'Evidence · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'evidence')
  return {
    fingerprints: signingOf(services).all.map(fingerprint),
    packs: await builtPacks(read),
    months: (await newestMonthPacks(read)).map((pack) =>
      failedIfLost(pack, MONTH_PACK_JOB, services.clock()),
    ),
    formKey: isAllowed(actor, 'evidence', 'add') ? services.ids.uuid() : null,
    links: domainLinks(actor, 'evidence'),
  }
}

const FORMS: PageForms<Guarded> = {
  month: pageForm({
    fields: MonthFields,
    async answer(guarded: Guarded, scope) {
      return redirect(`/evidence/months/${await startMonthPack(guarded, scope)}`)
    },
  }),
}

export async function action(args: ActionFunctionArgs) {
  return handleIntents(args, FORMS, await guard(args, 'evidence', 'add'))
}

/** Packs of evidence: to build one, to check one, and which were built. */
export default function Evidence() {
  const { fingerprints, packs, months, formKey, links } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const timeZone = useTimeZone()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Evidence">
        <PageSection title="Pack of a NAV, an invoice or a budget">
          <PackForm />
        </PageSection>
        {(formKey !== null || months.length > 0) && (
          <PageSection title="Pack of a month">
            {formKey !== null && <MonthForm formKey={formKey} refused={refused} />}
            {months.length > 0 && <MonthList packs={months} />}
          </PageSection>
        )}
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
