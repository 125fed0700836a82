import { payment, paymentFile } from 'db/schema/payments'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { FILE_TYPES } from '~/platform/files/file-types'
import { storeDocument } from '~/platform/files/read-content.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { sum } from '~/platform/values/decimal'
import { showDay } from '~/platform/values/show'
import { sha256 } from '~/platform/workflow/event-hash'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { EventSubject, Instance, State } from '~/platform/workflow/types'
import { byDebtor } from '../payment'
import { runById, toBankOf } from '../read-run.server'
import { groupsOf, type PaymentFile, paymentFileXml } from './payment-file'

/** Makes and stores the file of each account that pays, and writes its hash into the run's chain. */
export async function makeFiles(
  context: UserWriteContext,
  { kind, objectId: runId }: Instance,
  { round, to }: { round: number; to: State },
): Promise<void> {
  const { tx, now: createdAt } = context
  const run = { kind, objectId: runId, round, ...to }
  const { executionDate } = await runById(tx, runId)
  for (const [at, payments] of [...byDebtor(await toBankOf(tx, runId)).values()].entries()) {
    const [first] = payments
    if (!first) continue
    const { debtor, debtorParty: party, currency } = first
    const messageId = `FD-RUN${runId}-${round}-${at + 1}`
    const file: PaymentFile = { messageId, createdAt, executionDate, debtor, party, currency, payments }
    await store(context, run, file, new Map(payments.map(({ endToEndId, id }) => [endToEndId, id])))
  }
}

/** @param ids of the payments, by their end-to-end ids */
async function store(
  { tx, actor, now }: UserWriteContext,
  run: EventSubject & State,
  file: PaymentFile,
  ids: ReadonlyMap<string, number>,
) {
  const { objectId: runId } = run
  const { messageId, debtor, currency, payments, executionDate } = file
  const groups = groupsOf(file)
  const xml = paymentFileXml(file, groups)
  const bytes = new TextEncoder().encode(xml)
  const fileName = `${messageId}.xml`
  const documentId = await storeDocument(tx, {
    objectKind: 'payment run',
    objectId: runId,
    fileType: FILE_TYPES.payments,
    fileName,
    bytes,
    createdBy: actor.id,
    now,
  })
  const hash = sha256(xml)
  const total = sum(payments.map(({ amount }) => amount)).toFixed(2)
  await tx.insert(paymentFile).values({
    runId,
    messageId,
    debtorIban: debtor.iban,
    currency,
    payments: payments.length,
    total,
    documentId,
    sha256: hash,
    createdAt: now,
  })
  const inGroups = groups.flatMap(({ id, payments: own }) =>
    own.map(({ endToEndId }) => ({ id: ids.get(endToEndId), group_id: id })),
  )
  // By the primary key: without statistics any other plan may compare each payment with each.
  await tx.execute(sql`update ${payment} set group_id = made.group_id, update_date = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(inGroups)}::jsonb)
      as made (id bigint, group_id text)
    where ${payment.id} = made.id`)
  await recordAct(tx, run, {
    name: 'make file',
    to: run,
    who: actor,
    now,
    log: `${fileName}, to be paid on ${showDay(executionDate)}, SHA-256 ${hash}`,
    data: {
      fileName,
      messageId,
      sha256: hash,
      size: bytes.byteLength,
      debtorIban: debtor.iban,
      executionDate,
      documentId,
    },
  })
}

/** The files of a run are not sent: the next ones have other names. */
export async function withdrawFiles(
  { tx, now }: TransactionAt,
  { objectId: runId }: Pick<Instance, 'objectId'>,
): Promise<void> {
  await tx
    .update(paymentFile)
    .set({ withdrawnAt: now })
    .where(and(eq(paymentFile.runId, runId), isNull(paymentFile.withdrawnAt)))
  await tx
    .update(payment)
    .set({ groupId: null, updateDate: now })
    .where(and(eq(payment.runId, runId), eq(payment.state, 'planned')))
}
