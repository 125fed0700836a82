import type { UserView } from '~/domain/access/users/user-view.server'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { ErrorBanner, Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/open-link'
import { PageSection } from '~/ui/page/page'

interface UserAccessProps {
  view: Pick<UserView, 'user' | 'sessions' | 'tokens' | 'isOwn'>
  refused?: Refused
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** How a user gets in: their password, sessions and tokens, and whether they get in at all. */
export function UserAccess({ view, refused }: UserAccessProps) {
  const { user, sessions, tokens, isOwn } = view
  const base = `/admin/users/${user.id}`
  if (isOwn)
    return (
      <PageSection title="Access">
        <Note>
          This is you. Your password, sessions and tokens are in the menu under your name; nobody disables
          themselves.
        </Note>
      </PageSection>
    )
  const disabled = user.state === 'DISABLED'
  return (
    <PageSection title="Access">
      {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <p>
        {counted(sessions, 'session')} and {counted(tokens, 'personal token')} in force.
      </p>
      <div className="form__actions">
        {!disabled && (
          <OpenLink className="button" to={`${base}/password`}>
            New one-time password…
          </OpenLink>
        )}
        {sessions > 0 && <Act name="endSessions">End all sessions</Act>}
        {tokens > 0 && <Act name="endTokens">Revoke all tokens</Act>}
        {disabled ? (
          <Act name="enable">Enable this user</Act>
        ) : (
          <OpenLink className="button button--danger" to={`${base}/disable`}>
            Disable this user…
          </OpenLink>
        )}
      </div>
    </PageSection>
  )
}

function Act({ name, children }: { name: string; children: string }) {
  return (
    <Form prefix={name}>
      <input type="hidden" name="intent" value="access" />
      <SubmitButton name="act" value={name} look="plain">
        {children}
      </SubmitButton>
    </Form>
  )
}
