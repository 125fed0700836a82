import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { onceTold } from '~/areas/access/idempotent-message.server'
import { domainLinks } from '~/areas/access/menu'
import { secondPersonState, switchSecondPerson } from '~/areas/access/second-person.server'
import { KeyField } from '~/areas/users/forms'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { DomainLinks } from '~/platform/page/domain-links'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { SecondPersonForm } from '../second-person-form'

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
