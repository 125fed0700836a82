import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { guardUser } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { ErrorBanner } from '~/ui/message/message'
import { LinksRow, Page, PageSection } from '~/ui/page/page'
import { confirmAddress } from '../confirm-address.server'
import { workTabs } from '../grid-sources'
import { mailPreferenceOf } from '../notices.server'
import { NOTICES_PATH, workLinks } from '../work'

export const meta = () => [{ title: 'Confirm an address · Fundesk' }]

const MAX_CODE = 100

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const wanted = await mailPreferenceOf(guarded.read, guarded.actor.id)
  return {
    idempotencyKey: guarded.services.ids.uuid(),
    code: (new URL(args.request.url).searchParams.get('code') ?? '').slice(0, MAX_CODE),
    address: wanted?.address ?? null,
    tabs: workTabs(guarded),
  }
}

export const action = formRoute({
  title: 'The address was not confirmed',
  page: guardUser,
  fields: z.object({
    code: z
      .string('Open the link in the message again.')
      .min(1, 'Open the link in the message again.')
      .max(MAX_CODE, 'Open the link in the message again.'),
  }),
  command: (context, _, { code }) => confirmAddress(context, code),
  done: () => [NOTICES_PATH, 'Address confirmed'],
})

/**
 * Where the link in a message leads to. Opening it changes nothing, as programs of mail servers open links too: the
 * user confirms.
 */
export default function ConfirmAddress() {
  const { address, code, tabs, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <LinksRow label="Lists of my work" links={workLinks(tabs)} />
      <Page title="Confirm an address">
        {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        <PageSection>
          <p>
            {address === null
              ? 'You have no address for notices. Enter one under Notices by e-mail.'
              : `Notices are to be sent to ${address}.`}
          </p>
          {address !== null && (
            <Form idempotencyKey={idempotencyKey}>
              <input type="hidden" name="code" value={code} />
              <SubmitButton look="primary">Confirm</SubmitButton>
            </Form>
          )}
        </PageSection>
      </Page>
    </>
  )
}
