import { randomInt } from 'node:crypto'
import { bankAccount } from 'db/schema/bank-accounts'
import { payment, paymentFile } from 'db/schema/payments'
import { eq } from 'drizzle-orm'
import { dayIn } from '~/platform/values/day'
import { call, post } from './calls'
import { storedEntity } from './entities'
import { ownDatabase } from './own-database'

/** A number of Luxembourg with right check digits (ISO 13616). */
function newIban(): string {
  const account = `001${Array.from({ length: 13 }, () => randomInt(10)).join('')}`
  // "LU00" as digits.
  const rest = BigInt(`${account}213000`) % 97n
  return `LU${String(98n - rest).padStart(2, '0')}${account}`
}

/** A new entity with an account in euro to pay from, which no other test uses. */
export async function payingEntity(about: string) {
  const entity = await storedEntity(about)
  const iban = newIban()
  const at = new Date('2026-01-05T09:00:00Z')
  const database = ownDatabase()
  try {
    await database.transaction((tx) =>
      tx.insert(bankAccount).values({
        legalEntityId: entity.id,
        iso3Currency: 'EUR',
        iban,
        bic: 'BGLLLULL',
        creationDate: at,
        updateDate: at,
      }),
    )
  } finally {
    await database.close()
  }
  const settles = { settlingLegalEntity: entity.id, settlementLegalEntity: entity.id }
  return { ...entity, iban, settles }
}

/** The only payment of a run: how banks name it, its file, and the day on which that was made. */
export async function paymentOf(runId: number) {
  const database = ownDatabase()
  try {
    const [own] = await database.read.select().from(payment).where(eq(payment.runId, runId))
    const [file] = await database.read.select().from(paymentFile).where(eq(paymentFile.runId, runId))
    if (!own || !file) throw new Error(`Run ${runId} has no payment or no file`)
    return { ...own, messageId: file.messageId, madeOn: dayIn(file.createdAt, 'Europe/Luxembourg') }
  } finally {
    await database.close()
  }
}

interface Instance {
  nextWorkflowStep: { workflowId: number; display: string }[]
}

/** A run of one invoice that three treasurers took to the bank, by calls. */
export async function sentRun(invoiceId: number): Promise<number> {
  const made = (await post('treasurer1', 'payments', { invoiceIds: [invoiceId], otherCurrency: true })) as {
    run: { id: number }
  }
  const runId = made.run.id
  for (const [user, display] of [
    ['treasurer2', 'First approval'],
    ['treasurer3', 'Second approval'],
    ['treasurer1', 'Create the bank files'],
    ['treasurer1', 'Mark as sent'],
  ] as const) {
    const { nextWorkflowStep } = (await call(user, `workflows/instances/${runId}`)) as Instance
    const step = nextWorkflowStep.find((each) => each.display === display)
    if (!step) throw new Error(`${display} is not offered to ${user}`)
    await post(user, `payments/${runId}/nextrouting/${step.workflowId}`, {})
  }
  return runId
}

/** Uploads what a bank sent, by a call; returns the ids of its entries. */
export async function bankSent(xml: string): Promise<number[]> {
  const body = new FormData()
  body.append('files', new Blob([xml], { type: 'text/xml' }), 'bank.xml')
  const { lines } = (await call('treasurer1', 'payments/answers', { method: 'POST', body })) as {
    lines: { entryId: number }[]
  }
  return lines.map(({ entryId }) => entryId)
}
