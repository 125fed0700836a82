import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { guardUser } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { SelectInput, TextInput } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { LinksRow, Page, PageSection } from '~/ui/page/page'
import { workTabs } from '../grid-sources'
import { mailPreferenceOf, saveMailPreference } from '../notices.server'
import { FREQUENCIES, isAllowedAddress, MAX_ADDRESS, NOTICES_PATH, workLinks } from '../work'

export const meta = () => [{ title: 'Notices by e-mail · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const { ids, settings } = guarded.services
  const wanted = await mailPreferenceOf(guarded.read, guarded.actor.id)
  return {
    idempotencyKey: ids.uuid(),
    wanted,
    domains: settings.mailDomains ?? null,
    isAllowed: wanted === null || isAllowedAddress(wanted.address, settings.mailDomains),
    tabs: workTabs(guarded),
  }
}

const OFF = 'never'

const Wanted = z
  .object({
    frequency: z.enum([OFF, ...FREQUENCIES], 'Choose how often.'),
    address: z
      .union([
        z.literal(''),
        z
          .email('Enter an e-mail address, such as ann@example.com.')
          .max(MAX_ADDRESS, `An e-mail address has at most ${MAX_ADDRESS} characters.`),
      ])
      .default(''),
    waitsDays: z
      .string('Enter a number of days.')
      .regex(/^([1-9]|[1-9]\d)$/, 'Enter 1 to 99 days.')
      .transform(Number),
  })
  .refine(({ frequency, address }) => frequency === OFF || address !== '', {
    path: ['address'],
    error: 'Enter the e-mail address to send to.',
  })

export const action = formRoute({
  page: guardUser,
  fields: Wanted,
  async command(context, user, { frequency, ...wanted }) {
    const preference = frequency === OFF ? null : { frequency, ...wanted }
    await withIdempotencyKey(context, 'set notices', () =>
      saveMailPreference(context, preference, user.services.settings.mailDomains),
    )
    return preference
  },
  done: (preference) => [NOTICES_PATH, preference ? 'Notices saved' : 'Notices switched off'],
})

const OFTEN = { [OFF]: 'Not at all', daily: 'Once a day, in the morning', 'at once': 'At once' }

/** How the user is notified by e-mail of what came back, is late, or has waited for a long time. */
export default function Notices() {
  const { wanted, domains, isAllowed, tabs, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <LinksRow label="Lists of my work" links={workLinks(tabs)} />
      <Page title="Notices by e-mail">
        <PageSection>
          {!tabs.mails && (
            <Note>
              This site sends no e-mail. An administrator can name a mail server when Fundesk is started.
            </Note>
          )}
          {wanted && !isAllowed && (
            <Note kind="warning">
              This site sends notices only to addresses of {domains?.join(' or ')}, and none to{' '}
              {wanted.address}. Enter another address.
            </Note>
          )}
          {wanted && isAllowed && !wanted.isConfirmed && (
            <Note kind="warning">
              {wanted.address} is not confirmed yet, and gets no notice before it is. A message with a link is
              sent there within a few minutes: open it within a week. Save again to get another one.
            </Note>
          )}
          {wanted?.failure && (
            <Note kind="warning">
              The last message could not be sent; it is tried again every ten minutes. What the mail server
              said: {wanted.failure}
            </Note>
          )}
          <p className="muted">
            Notices name what came back to you, what is late, what has waited for long, and which changes you
            may decide: by name and link, and nothing of what is in it.
          </p>
          <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
            <SelectInput
              name="frequency"
              label="Send notices"
              required
              defaultValue={wanted?.frequency ?? OFF}
              options={[OFF, 'daily', 'at once'].map((value) => ({
                value,
                label: OFTEN[value as keyof typeof OFTEN],
              }))}
            />
            <TextInput
              name="address"
              label="E-mail address"
              type="email"
              defaultValue={wanted?.address ?? ''}
              maxLength={MAX_ADDRESS}
              {...(domains ? { hint: `An address of ${domains.join(' or ')}.` } : {})}
            />
            <TextInput
              name="waitsDays"
              label="Days after which waiting work is named"
              required
              maxLength={2}
              defaultValue={String(wanted?.waitsDays ?? 3)}
            />
            <SubmitButton>Save</SubmitButton>
          </Form>
        </PageSection>
      </Page>
    </>
  )
}
