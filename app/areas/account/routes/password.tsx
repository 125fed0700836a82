import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { hasPassword } from '~/areas/access/set-password.server'
import { passwordsAccepted } from '~/areas/access/site-setting.server'
import { readTyped } from '~/http/form'
import { guardUser } from '~/http/guard'
import { pageAnswer } from '~/http/page-answer'
import { SubmitButton } from '~/ui/form/button'
import type { FormRefusal } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import { TextInput } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { AccountLinks } from '../account-links'
import { changeOwnPassword } from './change-own-password'

interface PasswordFormProps {
  /** The present one is a one-time password. */
  oneTime: boolean
  userName: string
  refusal?: FormRefusal
}

/** One's own password: the present one, the new one, and the new one again. */
export function PasswordForm({ oneTime, userName, refusal }: PasswordFormProps) {
  return (
    <>
      {oneTime && (
        <Note kind="warning">
          You are logged in with a one-time password. Choose your own password to continue.
        </Note>
      )}
      <Form refusal={refusal}>
        {/* Password managers store a password under the name that they find. */}
        <input type="hidden" name="username" autoComplete="username" value={userName} readOnly />
        <TextInput
          name="current_password"
          label={oneTime ? 'One-time password' : 'Current password'}
          type="password"
          autoComplete="current-password"
          required
        />
        <TextInput
          name="password"
          label="New password"
          hint="8 characters or more; 15 or more are better. Any characters, or several words. Common passwords are refused."
          type="password"
          autoComplete="new-password"
          required
        />
        <TextInput
          name="again_password"
          label="New password again"
          type="password"
          autoComplete="new-password"
          required
        />
        <p className="field__hint">Your other sessions end. Personal tokens stay valid.</p>
        <SubmitButton>Change password</SubmitButton>
      </Form>
    </>
  )
}

export const meta = () => [{ title: 'Password · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, session, services } = await guardUser({ ...args, changesPassword: true })
  const accepted = await passwordsAccepted(read, services.settings.singleSignOn?.login)
  return {
    userName: actor.userName,
    has: accepted && (await hasPassword(read, actor)),
    oneTime: session.get('mustChangePassword') === true,
  }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardUser({ ...args, changesPassword: true })
  // The form never shows a password again.
  return pageAnswer(
    args,
    {},
    async () => {
      const headers = await changeOwnPassword(guarded, args, await readTyped(args.request))
      const to = guarded.session.get('mustChangePassword') ? '/' : '/account/password'
      return redirect(to, { headers })
    },
    'The password was not changed',
  )
}

/** One's own password. */
export default function Password() {
  const { userName, has, oneTime } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      {!oneTime && <AccountLinks />}
      <Page title="Password">
        <PageSection>
          {has ? (
            <PasswordForm oneTime={oneTime} userName={userName} refusal={refused?.refusal} />
          ) : (
            <Note>You have no password here. You log in with single sign-on.</Note>
          )}
        </PageSection>
      </Page>
    </>
  )
}
