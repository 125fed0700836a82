import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { domainLinks } from '~/areas/access/menu'
import { idInPath } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, pageRead, redirectWithStatus } from '~/http/page-answer'
import { failedIfLost, isUnderWay } from '~/platform/jobs/jobs.server'
import { DomainLinks } from '~/platform/page/use-site'
import { showMonth } from '~/platform/values/show'
import { ErrorBanner } from '~/ui/message/message'
import { Page } from '~/ui/page/page'
import { availableUntil, MONTH_PACK_JOB, mayCancel, monthPackById } from '../month-packs.server'
import { MonthState } from '../month-view'
import { cancelMonth } from './month-job'

export const meta = () => [{ title: 'Pack of a month · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'evidence')
  const stored = await pageRead(() => monthPackById(read, idInPath(args.params.packId)))
  const pack = failedIfLost(stored, MONTH_PACK_JOB, services.clock())
  return {
    pack: { ...pack, keptUntil: availableUntil(pack) },
    cancelKey: isUnderWay(pack.status) && mayCancel(actor, pack) ? services.ids.uuid() : null,
    links: domainLinks(actor, 'evidence'),
  }
}

const FORMS: PageForms<{ guarded: Guarded; id: number }> = {
  cancel: pageForm({
    fields: z.object({}),
    async answer({ guarded, id }) {
      await cancelMonth(guarded, id)
      return redirectWithStatus(guarded, `/evidence/months/${id}`, 'The pack is no longer built')
    },
  }),
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'evidence')
  return handleIntents(args, FORMS, { guarded, id: idInPath(args.params.packId) })
}

/** The pack of a month: its progress, or its link. */
export default function MonthPage() {
  const { pack, cancelKey, links } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title={`Evidence of ${showMonth(pack.month)}`}>
        {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        <MonthState pack={pack} cancelKey={cancelKey} />
      </Page>
    </>
  )
}
