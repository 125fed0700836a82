import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { TextInput } from '~/ui/form/inputs'
import type { FormRefusal } from '~/ui/form/refusal'
import { Note } from '~/ui/message/message'

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
          You are logged in with a one-time password. Choose a password of your own: until then no other page
          opens.
        </Note>
      )}
      <Form refusal={refusal}>
        {/* Password managers store a password under the name that they find. */}
        <input type="hidden" name="username" autoComplete="username" value={userName} readOnly />
        <TextInput
          name="current_password"
          label={oneTime ? 'One-time password' : 'Present password'}
          type="password"
          autoComplete="current-password"
          required
        />
        <TextInput
          name="password"
          label="New password"
          hint="8 characters or more; 15 or more are better. Any signs will do, several words too. None of the commonest."
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
        <p className="field__hint">Your other sessions end. Personal tokens stay in force.</p>
        <SubmitButton>Change password</SubmitButton>
      </Form>
    </>
  )
}
