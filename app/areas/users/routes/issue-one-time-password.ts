import { idempotentWithSecret } from '~/areas/access/idempotent.server'
import { oneTimeEnd, oneTimePassword } from '~/areas/access/one-time-password'
import { newPasswordHash } from '~/areas/access/set-password.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Guarded } from '~/http/guard'

interface OneTimeForm {
  /** What the form does. */
  action: string
  /** The future owner; '' where only its length and characters matter. */
  userName: string
}

/**
 * Creates a one-time password and passes its hash to the work, once. Returns the result with the password, only this once: it is not stored, and a form that is sent again gets null instead.
 */
export async function issueOneTimePassword<Done extends object>(
  { transaction, services }: Guarded,
  { action, userName }: OneTimeForm,
  work: (context: UserWriteContext, passwordHash: string) => Promise<Done>,
): Promise<Done & { validUntil: string; password: string | null }> {
  const password = oneTimePassword(services.ids.token())
  const passwordHash = await newPasswordHash(password, userName)
  const { answer, secret } = await transaction((context) =>
    idempotentWithSecret(context, action, async () => ({
      answer: { ...(await work(context, passwordHash)), validUntil: oneTimeEnd(context.now).toISOString() },
      secret: password,
    })),
  )
  return { ...answer, password: secret }
}
