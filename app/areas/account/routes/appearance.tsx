import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Appearance, appearanceOf, setAppearanceCookie } from '~/http/cookies'
import { parseFields, readTyped } from '~/http/form'
import { guardUser } from '~/http/guard'
import { pageAnswer, pageRead } from '~/http/page-answer'
import { capitalised } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { SelectInput } from '~/ui/form/inputs'
import { Page, PageSection } from '~/ui/page/page'
import { AccountLinks } from '../account-links'

export const meta = () => [{ title: 'Appearance · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await guardUser(args)
  return { ...(await appearanceOf(args.request, services.settings)), idempotencyKey: services.ids.uuid() }
}

/** Only the cookie is stored, so sending the form again changes nothing, and it needs no key. */
export async function action(args: ActionFunctionArgs) {
  const { services } = await guardUser(args)
  const typed = await pageRead(() => readTyped(args.request))
  return pageAnswer(args, typed, async () =>
    redirect('/appearance', {
      headers: { 'Set-Cookie': await setAppearanceCookie(parseFields(typed, Appearance), services.settings) },
    }),
  )
}

const choices = (...values: string[]) => values.map((value) => ({ value, label: capitalised(value) }))

/** Colours, row height and shortcuts, as this person prefers them in this browser. */
export default function AppearancePage() {
  const { theme, density, shortcuts, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <AccountLinks />
      <Page title="Appearance">
        <PageSection>
          <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
            <SelectInput
              name="theme"
              label="Colours"
              required
              defaultValue={theme}
              options={choices('system', 'light', 'dark')}
            />
            <SelectInput
              name="density"
              label="Rows"
              required
              defaultValue={density}
              options={choices('comfortable', 'compact')}
            />
            <SelectInput
              name="shortcuts"
              label="Keyboard shortcuts"
              required
              defaultValue={shortcuts}
              options={choices('on', 'off')}
            />
            <SubmitButton>Save</SubmitButton>
          </Form>
        </PageSection>
      </Page>
    </>
  )
}
