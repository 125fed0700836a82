import { HOMEPAGES } from '~/areas/access/actor'
import { ONE_TIME_HOURS } from '~/areas/access/one-time-password'
import { useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { Secret } from '~/ui/description/description'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions, FormGroup } from '~/ui/form/form'
import { Checkbox, SelectInput, TextInput } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { CloseLink, OpenLink } from '~/ui/open-close/close-link'
import { type UserFields as Fields, queueField } from './user-fields'

/** The part of a form's response that is about a one-time password. */
export interface OneTimeAnswer {
  userId: number
  userName: string
  /** Null when it was shown before. */
  password: string | null
  validUntil: Date | string
  /** A sentence that it waits for a second administrator; null or missing where it is valid at once. */
  waits?: string | null
}

/** A one-time password, shown only this once; afterwards it can only be replaced. */
export function OneTimePassword({ userName, password, validUntil, waits = null }: OneTimeAnswer) {
  const timeZone = useTimeZone()
  if (password === null)
    return (
      <Note kind="warning">
        The one-time password of {userName} was shown when it was created and cannot be shown again. If you
        did not note it down, create another on the page of this user.
      </Note>
    )
  return (
    <div role="status">
      <Secret label={`One-time password of ${userName}`}>{password}</Secret>
      <p>
        It is shown only once. Hand it over in person or by telephone.{' '}
        {waits === null
          ? `${userName} logs in with it until ${showInstant(validUntil, timeZone)} and must choose a password of their own at once.`
          : `It does not work yet: ${waits}. From then on it is valid for ${ONE_TIME_HOURS} hours; until then the current password works.`}
      </p>
    </div>
  )
}

interface QueueBoxesProps {
  choices: readonly string[]
  /** Those that are ticked initially. */
  queues?: readonly string[]
}

/** The queues that a user may be a member of: their members take the steps of the objects in them. */
export function QueueBoxes({ choices, queues = [] }: QueueBoxesProps) {
  return (
    <FormGroup title="Queues">
      {[...new Set([...choices, ...queues])].map((queue) => (
        <Checkbox
          key={queue}
          name={queueField(queue)}
          label={queue}
          defaultChecked={queues.includes(queue)}
        />
      ))}
      <TextInput
        name="more"
        label="Other queues"
        hint="Queues without members yet, comma-separated."
        maxLength={400}
      />
    </FormGroup>
  )
}

const MAX_LENGTH = 100

interface UserFieldsProps {
  /** The initial content; nothing for a new user. */
  user?: Fields
  /** Why the role cannot be changed. */
  roleOff?: string
}

/** Names, role and homepage of a user: the fields that take effect at once. */
export function UserFields({ user, roleOff }: UserFieldsProps) {
  const pages = HOMEPAGES.map(({ value, label }) => ({ value, label }))
  const own = user?.homepage ?? ''
  // An import of the site may have set a page that forms do not offer.
  const options =
    own === '' || pages.some(({ value }) => value === own) ? pages : [...pages, { value: own, label: own }]
  return (
    <>
      <TextInput
        name="firstName"
        label="First name"
        maxLength={MAX_LENGTH}
        required
        defaultValue={user?.firstName}
      />
      <TextInput
        name="lastName"
        label="Last name"
        maxLength={MAX_LENGTH}
        required
        defaultValue={user?.lastName}
      />
      <TextInput
        name="role"
        label="Role"
        hint={roleOff ?? 'Shown in their profile, such as ACCOUNTANT, TEAM LEADER or ADMIN.'}
        maxLength={MAX_LENGTH}
        required
        readOnly={roleOff !== undefined}
        defaultValue={user?.role}
      />
      <SelectInput
        name="homepage"
        label="Homepage"
        hint="The first page they see, if they are authorised for it."
        options={options}
        blank="HomePage"
        defaultValue={own}
      />
    </>
  )
}

interface NewUserFormProps {
  queueChoices: readonly string[]
  /** The outcome for queues and authorisations, as text. */
  becomes: string
  idempotencyKey: string
  closeHref: string
  refused?: Refused
}

/** A user who is not stored yet. */
export function NewUserForm({ queueChoices, becomes, closeHref, refused, ...form }: NewUserFormProps) {
  return (
    <Form idempotencyKey={form.idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <TextInput
        name="userName"
        label="User name"
        hint="For logging in; it cannot be changed later."
        maxLength={100}
        required
      />
      <UserFields />
      <QueueBoxes choices={queueChoices} />
      <TextInput
        name="likeUser"
        label="Authorisations like those of"
        hint="A user name. Left empty, request authorisations later on the user’s page."
        maxLength={100}
      />
      <p className="field__hint">Queues and authorisations are one request: {becomes}.</p>
      <FormActions>
        <SubmitButton>Create user</SubmitButton>
        <CloseLink className="button" to={closeHref}>
          Cancel
        </CloseLink>
      </FormActions>
    </Form>
  )
}

/** The response to the form of a new user. */
export function NewUserCreated({ created }: { created: OneTimeAnswer & { rights: string | null } }) {
  const { userId, userName, rights } = created
  return (
    <>
      <p>
        User {userName} is created.
        {rights !== null && ` Queues and authorisations are one request: ${rights}.`}
      </p>
      <OneTimePassword {...created} />
      <p>
        <OpenLink to={`/admin/users/${userId}`}>Open user {userName}</OpenLink>
      </p>
    </>
  )
}
