import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { visitorOf } from '~/http/guard'
import { sessionStorage } from '~/http/session'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Page, PageSection } from '~/ui/page/page'

export async function action(args: ActionFunctionArgs) {
  const { actor, session } = await visitorOf(args)
  args.context.log.info({ user: actor?.userName }, 'logged out')
  const storage = sessionStorage(args.context.services)
  const next = session.get('byProvider') ? '/login?left=provider' : '/login'
  return redirect(next, { headers: { 'Set-Cookie': await storage.destroySession(session) } })
}

/** The logout link leads to a confirmation first: following a link must not end a session. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await visitorOf(args)
  if (!actor) throw redirect('/login')
  return null
}

export default function Logout() {
  return (
    <Page title="Log out">
      <PageSection>
        <Form>
          <SubmitButton busyText="Logging out…">Log out</SubmitButton>
        </Form>
      </PageSection>
    </Page>
  )
}
