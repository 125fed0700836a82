import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { SecondPersonForm } from '~/components/admin/system/second-person-form'
import { DomainLinks } from '~/components/site/domain-links'
import { isAllowed } from '~/domain/access/actor'
import { domainLinks } from '~/domain/access/menu'
import { onceTold } from '~/domain/access/once-told.server'
import { secondPersonState, switchSecondPerson } from '~/domain/access/second-person.server'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { KeyField } from '~/http/user-forms'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'

export const meta = () => [{ title: 'Second person · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'administration')
  return {
    idempotencyKey: services.ids.uuid(),
    state: await secondPersonState(read),
    mayUpdate: isAllowed(actor, 'administration', 'update'),
    links: domainLinks(actor, 'administration'),
  }
}

const Switch = KeyField.extend({ off: z.enum(['yes', 'no'], 'Reload the page and try again.') })

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, transaction, services } = guarded
  return formAnswer(args, async (typed) => {
    const { off, idempotencyKey: key } = parseFields(typed, Switch)
    const now = services.clock()
    const form = { key, userId: actor.id, action: `second person off: ${off}`, now }
    const done = await transaction((tx) =>
      onceTold(tx, form, () => switchSecondPerson(tx, actor, { off: off === 'yes' }, now)),
    )
    return redirectWithStatus(guarded, '/admin/second-person', done)
  })
}

/** Whether changes wait for a second administrator. */
export default function SecondPersonPage() {
  const { links, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Second person">
        <PageSection>
          {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
          <SecondPersonForm {...form} />
        </PageSection>
      </Page>
    </>
  )
}
