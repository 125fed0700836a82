import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { hasPassword } from '~/areas/access/own-password.server'
import { passwordsAccepted } from '~/areas/access/passwords-accepted.server'
import { readTyped } from '~/http/form'
import { guardUser } from '~/http/guard'
import { pageAnswer } from '~/http/page-answer'
import { Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { AccountLinks } from '../account-links'
import { PasswordForm } from '../password-form'
import { changeOwnPassword } from './change-own-password'

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
  // What is shown again never holds a password.
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
