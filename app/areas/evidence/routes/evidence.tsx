import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { lastVerification, requestVerification } from '~/areas/access/verification.server'
import { monthsWithNavs } from '~/areas/kpi/kpi-outcomes.server'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import { failedIfLost } from '~/platform/jobs/jobs.server'
import { DomainLinks, useTimeZone } from '~/platform/page/use-site'
import { monthsOf } from '~/platform/values/day'
import { showInstant } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { fingerprint } from '~/platform/workflow/signing.server'
import { Page, PageSection } from '~/ui/page/page'
import { builtPacks } from '../built-packs.server'
import { eventDays } from '../event-days.server'
import { BuiltPacks, PackForm, VerificationState, VerifyForm } from '../evidence-view'
import { MonthFields } from '../forms'
import { MONTH_PACK_JOB, newestMonthPacks } from '../month-packs.server'
import { MonthForm, MonthList } from '../month-view'
import { signingOf } from './build-pack'
import { startMonthPack } from './month-job'

export const meta = () => [{ title: 'Evidence · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'evidence')
  const { actor, read, services } = guarded
  const { all: keys } = signingOf(services)
  const [verification, range] = await Promise.all([lastVerification(read, keys), monthsWithNavs(read)])
  return {
    fingerprints: keys.map(fingerprint),
    packs: await builtPacks(read),
    verification,
    days: await eventDays(guarded, verification?.at ?? null),
    mayVerify: services.verify !== undefined && isAllowed(actor, 'evidence', 'add'),
    months: range ? monthsOf(range.from, range.to).reverse() : [],
    monthPacks: (await newestMonthPacks(read)).map((pack) =>
      failedIfLost(pack, MONTH_PACK_JOB, services.clock()),
    ),
    formKey: isAllowed(actor, 'evidence', 'add') ? services.ids.uuid() : null,
    verifyKey: services.ids.uuid(),
    links: domainLinks(actor, 'evidence'),
  }
}

const FORMS: PageForms<Guarded> = {
  verify: pageForm({
    title: 'The history is not verified now.',
    fields: z.object({}),
    async answer(guarded: Guarded) {
      let isRequested = false
      await guarded.transaction((context) =>
        withIdempotencyKey(context, 'verify the history', async () => {
          await requestVerification(context)
          isRequested = true
          return {}
        }),
      )
      // A form that comes twice starts one.
      if (isRequested) void guarded.services.verify?.()
      return redirectWithStatus(
        guarded,
        '/evidence',
        'The history is being verified. Come back to see the result',
      )
    },
  }),
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

/** Whether the history is as it was written, then packs of evidence: to build one, to check one, and which were built. */
export default function Evidence() {
  const { months, monthPacks, formKey, links, ...shown } = useLoaderData<typeof loader>()
  const { fingerprints, packs, verifyKey, verification, days, mayVerify } = shown
  const answered = useActionData<typeof action>()
  const refused = (intent: string) => (answered?.typed.intent === intent ? answered : undefined)
  const timeZone = useTimeZone()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Evidence">
        <VerificationState verification={verification} days={days} packs={packs.length} />
        {mayVerify && (
          <PageSection>
            <VerifyForm formKey={verifyKey} refused={refused('verify')} />
          </PageSection>
        )}
        <div className="page__columns">
          <PageSection title="Pack of a NAV, an invoice or a budget">
            <PackForm />
          </PageSection>
          {(formKey !== null || monthPacks.length > 0) && (
            <PageSection title="Pack of a month">
              {formKey !== null && <MonthForm formKey={formKey} months={months} refused={refused('month')} />}
              {monthPacks.length > 0 && <MonthList packs={monthPacks} />}
            </PageSection>
          )}
          <PageSection title="Check a pack">
            <p>
              <a href="/evidence/verify.html">verify.html</a> checks a pack in a browser, without network.
              Each pack has the same page in it, and verify.mjs for Node. Compare the fingerprint of our key:
            </p>
            {fingerprints.map((each) => (
              <p key={each}>
                <code className="hash">{each}</code>
              </p>
            ))}
          </PageSection>
        </div>
        <PageSection title="Packs built">
          <BuiltPacks packs={packs.map((each) => ({ ...each, at: showInstant(each.at, timeZone) }))} />
        </PageSection>
      </Page>
    </>
  )
}
