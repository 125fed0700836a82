import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { eq } from 'drizzle-orm'
import { addDays, type Day, dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'

interface Payment {
  invoiceId: number
  /** Name of the step. */
  step: string
  /** As it was entered. */
  paymentDate: Day | null
  today: Day
}

/**
 * The day of payment that a step of an invoice tells: "Paid" the one that was entered, "Book" of an invoice that is
 * paid already that of its draft, or today; other steps none.
 * @throws DomainError 'invalid' for a day that cannot be
 */
export async function paymentDateOf(
  read: Read,
  { invoiceId, step, paymentDate, today }: Payment,
): Promise<Day | null> {
  if (step !== 'paid' && step !== 'book') return null
  const [row] = await read
    .select({
      alreadyPaid: invoice.alreadyPaid,
      known: invoice.paymentDate,
      invoiceDate: invoice.invoiceDate,
      creationDate: invoice.creationDate,
    })
    .from(invoice)
    .where(eq(invoice.id, invoiceId))
  if (!row) throw new DomainError('not-found', `There is no invoice ${invoiceId}.`)
  if (step === 'book') return row.alreadyPaid ? (row.known ?? today) : null
  if (paymentDate === null) throw refused('Enter the day on which the invoice was paid.')
  // Whoever paid may be where it is tomorrow already.
  if (paymentDate > addDays(today, 1))
    throw refused(`${showDay(paymentDate)} is still to come. Enter the day on which the invoice was paid.`)
  // An invoice may bear a later date than the day on which it was received and paid.
  const created = dayIn(row.creationDate, 'UTC')
  const first = row.invoiceDate < created ? row.invoiceDate : created
  if (paymentDate < first)
    throw refused(`${showDay(paymentDate)} is before the invoice, of ${showDay(first)}. Check the day.`)
  return paymentDate
}

function refused(message: string): DomainError {
  return new DomainError('invalid', message, { title: STEP_REFUSED, fields: { paymentDate: message } })
}
