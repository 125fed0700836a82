import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { idempotentWithStatus } from '~/areas/access/idempotent.server'
import { administrationLinks } from '~/areas/access/menu'
import { type SecondPerson, secondPersonState, switchSecondPerson } from '~/areas/access/second-person.server'
import { guard } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { DomainLinks } from '~/platform/page/use-site'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { ErrorBanner, Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'

interface SecondPersonFormProps {
  state: SecondPerson
  mayUpdate: boolean
  idempotencyKey: string
}

/** Whether changes of rights, workflows and tolerances wait for a second administrator, and the switch for it. */
export function SecondPersonForm({ state, mayUpdate, idempotencyKey }: SecondPersonFormProps) {
  const { off, administrators } = state
  return (
    <>
      {off ? (
        <Note kind="warning">
          Switched off: requests by the only administrator take effect at once, recorded as requested and
          approved by one person. As soon as a second user may update Administration, changes need approval
          again.
        </Note>
      ) : (
        <p>
          Switched on: changes of queues, authorisations, workflows and tolerances wait until another
          administrator approves them. {administrators === 1 ? '1 user' : `${administrators} users`} may
          update Administration.
        </p>
      )}
      {mayUpdate && (off || administrators === 1) && (
        <Form idempotencyKey={idempotencyKey}>
          <input type="hidden" name="off" value={off ? 'no' : 'yes'} />
          <SubmitButton look={off ? 'primary' : 'danger'}>
            {off ? 'Switch second person on' : 'Switch second person off'}
          </SubmitButton>
        </Form>
      )}
    </>
  )
}

export const meta = () => [{ title: 'Second person · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'administration')
  return {
    idempotencyKey: services.ids.uuid(),
    state: await secondPersonState(read),
    mayUpdate: isAllowed(actor, 'administration', 'update'),
    links: administrationLinks(actor),
  }
}

const Switch = z.object({ off: z.enum(['yes', 'no'], 'Reload the page and try again.') })

export const action = formRoute({
  page: (args) => guard(args, 'administration', 'update'),
  fields: Switch,
  command: (context, _, { off }) =>
    idempotentWithStatus(context, `second person off: ${off}`, () =>
      switchSecondPerson(context, { off: off === 'yes' }),
    ),
  done: (line) => ['/admin/second-person', line],
})

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
