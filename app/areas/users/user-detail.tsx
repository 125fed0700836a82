import { Link } from '@remix-run/react'
import type { FunctionChoice } from '~/areas/access/users.server'
import { pendingColumns } from '~/platform/approvals/pending-columns'
import { counted } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import { Grid } from '~/ui/grid/grid'
import { ErrorBanner, Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { QueueBoxes, UserFields } from './new-user-form'
import { type CopiedRights, UserRights } from './user-rights'
import type { UserView } from './user-view.server'

type Act = 'enable' | 'unlink' | 'endSessions' | 'endTokens'
/** An idempotency key for each of its forms. */
type AccessKeys = Record<Act, string>

interface UserAccessProps {
  view: Pick<UserView, 'user' | 'sessions' | 'tokens' | 'isOwn' | 'isLinked' | 'isTrusted'>
  /** The outcome of changes that a second administrator must approve, as text. */
  becomes: string
  keys: AccessKeys
  refused?: Refused
}

/** How a user gets in: their password, sessions and tokens, and whether they get in at all. */
function UserAccess({ view, becomes, keys, refused }: UserAccessProps) {
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
          <OpenLink className="button form__apart" to={`${base}/disable`}>
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

export interface UserDetailProps {
  view: Omit<UserView, 'history'>
  functions: FunctionChoice[]
  queueChoices: string[]
  copied: CopiedRights | null
  /** The outcome for queues and authorisations, as text. */
  becomes: string
  mayUpdate: boolean
  keys: { save: string; queues: string; rights: string } & AccessKeys
  /** Which form was refused is in its `intent`. */
  refused?: Refused
}

/** One user: who they are, their queues and authorisations, the changes that wait, and how they get in. */
export function UserDetail(props: UserDetailProps) {
  const { view, mayUpdate, becomes, keys } = props
  const { user, queues, isOwn } = view
  const refused = (intent: string) => (props.refused?.typed.intent === intent ? props.refused : undefined)
  const seen = {
    firstName: user.first_name,
    lastName: user.last_name,
    role: user.role,
    homepage: user.homepage,
  }
  const mayRequest = mayUpdate && !isOwn
  const own = 'You cannot change your own rights: ask another administrator to request them.'
  return (
    <>
      {mayUpdate && (
        <PageSection title="User">
          <Form
            // A value that is stored again is shown again.
            key={JSON.stringify(seen)}
            idempotencyKey={keys.save}
            prefix="user"
            refusal={refused('save')?.refusal}
            typed={refused('save')?.typed}
          >
            <input type="hidden" name="intent" value="save" />
            <input type="hidden" name="seen" value={JSON.stringify(seen)} />
            <UserFields
              user={seen}
              {...(isOwn ? { roleOff: 'You cannot change your own role: ask another administrator.' } : {})}
            />
            {view.isTrusted && (
              <p className="field__hint">A new first or last name is a request: {becomes}.</p>
            )}
            <SubmitButton>Save</SubmitButton>
          </Form>
        </PageSection>
      )}
      {view.waiting.length > 0 && <Waiting {...view} />}
      <PageSection {...(mayRequest ? {} : { title: 'Queues' })}>
        {mayRequest ? (
          <Form
            key={queues.join()}
            idempotencyKey={keys.queues}
            prefix="queues"
            refusal={refused('queues')?.refusal}
            typed={refused('queues')?.typed}
          >
            <input type="hidden" name="intent" value="queues" />
            <input type="hidden" name="shown" value={queues.join(', ')} />
            <QueueBoxes choices={props.queueChoices} queues={queues} />
            <p className="field__hint">This is a request: {becomes}.</p>
            <SubmitButton busyText="Requesting…">Request these queues</SubmitButton>
          </Form>
        ) : (
          <p>{queues.length === 0 ? 'None.' : queues.join(', ')}</p>
        )}
        {mayUpdate && isOwn && <Note>{own}</Note>}
      </PageSection>
      <UserRights
        {...props}
        user={user}
        rights={view.rights}
        idempotencyKey={keys.rights}
        editable={mayRequest}
        refused={refused('rights')}
      />
      {mayUpdate && <UserAccess view={view} becomes={becomes} keys={keys} refused={refused('access')} />}
    </>
  )
}

function Waiting({ user, waiting, declared }: Pick<UserView, 'user' | 'waiting' | 'declared'>) {
  return (
    <PageSection title="Pending second approval">
      <Grid
        title={`Pending changes of ${user.user_name}`}
        panel
        columns={pendingColumns(declared)}
        rows={waiting}
        total={waiting.length}
        rowKey={({ id }) => String(id)}
        rowLabel={({ description }) => description}
      />
      <p>
        <Link to="/admin/changes">Pending second approval</Link>
      </p>
    </PageSection>
  )
}
