import type { UserWork } from '~/areas/access/user-context'
import { type Mail, mailFailure } from '~/platform/mail/mail.server'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { inAdministration, REFERENCE_DATA, recordAct } from '~/platform/workflow/record-act.server'

const TITLE = 'The test message was not sent'

/**
 * Sends a message that says that the site can send messages. It is recorded first, and sent without a connection to the
 * database in hand; a form that is sent twice sends one message.
 * @throws DomainError refused without a mail server, 'unavailable' with what it said when it does not take the message
 */
export async function sendTestMessage(
  { transaction, actor }: Pick<UserWork, 'transaction' | 'actor'>,
  mail: Pick<Mail, 'send'> | undefined,
  { to, id }: { to: string; id: string },
): Promise<void> {
  if (!mail)
    throw new DomainError(
      'refused',
      'This site has no mail server. Set SMTP_URL and MAIL_FROM, and start Fundesk again.',
      { title: TITLE },
    )
  let isFirst = false
  await transaction((context) =>
    withIdempotencyKey(context, `test message to ${to}`, () => {
      isFirst = true
      return recordAct(context.tx, REFERENCE_DATA, {
        name: 'send test message',
        to: inAdministration('TEST MESSAGE', 'success'),
        who: actor,
        log: to,
        now: context.now,
      })
    }),
  )
  if (!isFirst) return
  await mail.send({ to, id, subject: 'Fundesk: test message', text: TEXT }).catch((cause: unknown) => {
    const refusal = new DomainError(
      'unavailable',
      `The mail server did not take the test message: ${mailFailure(cause)} Look at SMTP_URL and MAIL_FROM, and try again.`,
      { title: TITLE, tellsStored: true },
    )
    throw Object.assign(refusal, { cause })
  })
}

const TEXT = 'This message shows that Fundesk can send notices by e-mail. There is nothing to do.\n'
