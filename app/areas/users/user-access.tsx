import { counted } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import { ErrorBanner, Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import type { UserView } from './user-view.server'

type Act = 'enable' | 'unlink' | 'endSessions' | 'endTokens'
/** An idempotency key for each of its forms. */
export type AccessKeys = Record<Act, string>

interface UserAccessProps {
  view: Pick<UserView, 'user' | 'sessions' | 'tokens' | 'isOwn' | 'isLinked' | 'isTrusted'>
  /** The outcome of changes that a second administrator must approve, in words. */
  becomes: string
  keys: AccessKeys
  refused?: Refused
}

/** How a user gets in: their password, sessions and tokens, and whether they get in at all. */
export function UserAccess({ view, becomes, keys, refused }: UserAccessProps) {
  const { user, sessions, tokens, isOwn, isLinked, isTrusted } = view
  const base = `/admin/users/${user.id}`
  if (isOwn)
    return (
      <PageSection title="Access">
        <Note>
          This is you. Your password, sessions and tokens are in the menu under your name. You cannot disable
          yourself.
        </Note>
      </PageSection>
    )
  const disabled = user.state === 'DISABLED'
  return (
    <PageSection title="Access">
      {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      {disabled && (
        <Note>
          Once enabled again, this user has the previous rights and needs a new password: the old one no
          longer works.
        </Note>
      )}
      {user.state === 'NO PASSWORD' && !isLinked && (
        <Note kind="warning">
          This user has no password. Create a one-time password, so that they can log in with it or link their
          user to single sign-on.
        </Note>
      )}
      <p>
        {counted(sessions, 'session')} and {counted(tokens, 'personal token')} active.{' '}
        {isLinked && 'Linked to single sign-on.'}
      </p>
      {isTrusted && (
        <p className="field__hint">
          A one-time password, enabling and unlinking are requests: {becomes}. For 24 hours afterwards, this
          user cannot take four-eyes steps.
        </p>
      )}
      <div className="form__actions">
        {!disabled && (
          <OpenLink className="button" to={`${base}/password`}>
            New one-time password…
          </OpenLink>
        )}
        {sessions > 0 && (
          <ActForm act="endSessions" idempotencyKey={keys.endSessions}>
            End all sessions
          </ActForm>
        )}
        {tokens > 0 && (
          <ActForm act="endTokens" idempotencyKey={keys.endTokens}>
            Revoke all tokens
          </ActForm>
        )}
        {isLinked && (
          <ActForm act="unlink" idempotencyKey={keys.unlink}>
            Unlink from single sign-on
          </ActForm>
        )}
        {disabled ? (
          <ActForm act="enable" idempotencyKey={keys.enable}>
            Enable this user
          </ActForm>
        ) : (
          <OpenLink className="button button--danger" to={`${base}/disable`}>
            Disable this user…
          </OpenLink>
        )}
      </div>
    </PageSection>
  )
}

function ActForm({ act, idempotencyKey, children }: { act: Act; idempotencyKey: string; children: string }) {
  return (
    <Form prefix={act} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="intent" value="access" />
      <SubmitButton name="act" value={act} look="plain">
        {children}
      </SubmitButton>
    </Form>
  )
}
