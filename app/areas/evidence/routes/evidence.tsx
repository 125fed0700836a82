import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { lastVerification, requestVerification } from '~/areas/access/verification.server'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import { failedIfLost } from '~/platform/jobs/jobs.server'
import { DomainLinks, useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { fingerprint } from '~/platform/workflow/signing.server'
import { Page, PageSection } from '~/ui/page/page'
import { builtPacks } from '../built-packs.server'
import { BuiltPacks, PackForm, VerificationState, VerifyForm } from '../evidence-view'
import { MonthFields } from '../forms'
import { MONTH_PACK_JOB, newestMonthPacks } from '../month-packs.server'
import { MonthForm, MonthList } from '../month-view'
import { signingOf } from './build-pack'
import { startMonthPack } from './month-job'

export const meta = () => [{ title: 'Evidence · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'evidence')
  const { all: keys } = signingOf(services)
  return {
    fingerprints: keys.map(fingerprint),
    packs: await builtPacks(read),
    verification: await lastVerification(read, keys),
    mayVerify: services.verify !== undefined && isAllowed(actor, 'evidence', 'add'),
    months: (await newestMonthPacks(read)).map((pack) =>
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

/** Packs of evidence: to build one, to check one, and which were built. */
export default function Evidence() {
  const { fingerprints, packs, months, formKey, verifyKey, verification, mayVerify, links } =
    useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const refused = (intent: string) => (answered?.typed.intent === intent ? answered : undefined)
  const timeZone = useTimeZone()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Evidence">
        <PageSection title="Verification of the whole history">
          <VerificationState verification={verification} />
          {mayVerify && <VerifyForm formKey={verifyKey} refused={refused('verify')} />}
        </PageSection>
        <PageSection title="Pack of a NAV, an invoice or a budget">
          <PackForm />
        </PageSection>
        {(formKey !== null || months.length > 0) && (
          <PageSection title="Pack of a month">
            {formKey !== null && <MonthForm formKey={formKey} refused={refused('month')} />}
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
