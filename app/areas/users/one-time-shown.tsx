import { ONE_TIME_HOURS } from '~/areas/access/one-time-password'
import { useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { Note } from '~/ui/message/message'
import { Secret } from '~/ui/secret/secret'

/** What the answer to a form tells of a one-time password. */
export interface OneTimeAnswer {
  userId: number
  userName: string
  /** Null when it was shown before. */
  password: string | null
  validUntil: Date | string
  /** It waits for a second administrator, in words; null or missing where it works at once. */
  waits?: string | null
}

/** A one-time password, this once; afterwards nobody can see it, only make another. */
export function OneTimeShown({ userName, password, validUntil, waits = null }: OneTimeAnswer) {
  const timeZone = useTimeZone()
  if (password === null)
    return (
      <Note kind="warning">
        The one-time password of {userName} was shown when it was made, and nobody can see it again. Where it
        was not noted down, make another on the page of this user.
      </Note>
    )
  return (
    <div role="status">
      <Secret label={`One-time password of ${userName}`}>{password}</Secret>
      <p>
        It is shown this once. Hand it over in person or by telephone.{' '}
        {waits === null
          ? `${userName} logs in with it until ${showInstant(validUntil, timeZone)} and must choose a password of their own at once.`
          : `It does not work yet: ${waits}. From then on it is valid for ${ONE_TIME_HOURS} hours; until then the present password works.`}
      </p>
    </div>
  )
}
