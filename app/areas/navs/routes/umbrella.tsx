import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { idInPath } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, pageRead, redirectWithStatus } from '~/http/page-answer'
import { isUnderWay } from '~/platform/jobs/jobs.server'
import { DomainLinks } from '~/platform/page/use-site'
import { counted } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { ErrorBanner } from '~/ui/message/message'
import { Page } from '~/ui/page/page'
import { stopControlAll, umbrellaRunById } from '../umbrella/control-all.server'
import { UMBRELLA_PATH } from '../umbrella/umbrella'
import { UmbrellaFunds, UmbrellaState } from '../umbrella/umbrella-view'

export const meta = () => [{ title: 'Controls of several funds · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'navctrl')
  const { actor, services } = guarded
  const { run, funds } = await pageRead(() => umbrellaRunById(guarded, idInPath(args.params.runId)))
  const mayStop = isUnderWay(run.status) && isAllowed(actor, 'navctrl', 'add')
  return {
    run,
    funds,
    stopKey: mayStop ? services.ids.uuid() : null,
    links: domainLinks(actor, 'navctrl'),
  }
}

const FORMS: PageForms<{ guarded: Guarded; id: number }> = {
  stop: pageForm({
    title: 'The controls were not stopped',
    fields: z.object({}),
    async answer({ guarded, id }) {
      await guarded.transaction((context) =>
        withIdempotencyKey(context, `stop controls ${id}`, async () => {
          await stopControlAll(context, id)
          return {}
        }),
      )
      return redirectWithStatus(guarded, `${UMBRELLA_PATH}/${id}`, 'The controls were stopped')
    },
  }),
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'navctrl', 'add')
  return handleIntents(args, FORMS, { guarded, id: idInPath(args.params.runId) })
}

/** The controls of all funds of some files: how far they are, and one line a fund. */
export default function Umbrella() {
  const { run, funds, stopKey, links } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={`Controls of ${counted(run.total, 'fund')}`}
        actions={
          <Link className="button" to="/nav-controls">
            NAV Controls
          </Link>
        }
      >
        {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        <UmbrellaState run={run} funds={funds} stopKey={stopKey} />
        <UmbrellaFunds run={run} funds={funds} />
      </Page>
    </>
  )
}
