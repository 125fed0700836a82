import { idempotencyKey } from 'db/schema/workflow'
import { like } from 'drizzle-orm'
import { readSentFile } from '~/areas/payments/bank-files/read-bank-file'
import { makeRun, takeOut } from '~/areas/payments/make-run.server'
import { payableInvoices } from '~/areas/payments/payable.server'
import { byDebtor } from '~/areas/payments/payment'
import { filesOf, paymentsOf } from '~/areas/payments/read-run.server'
import { recordAnswer } from '~/areas/payments/record-answer.server'
import { runWorkflow } from '~/areas/payments/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'
import { contextOf } from '~/platform/values/context.server'
import type { Database, Transaction } from '../../database'
import { DEMO_ZONE, LAST_DAY } from './calendar'
import { demoContext, playOnce } from './demo-work'
import { instantOf, stepNamed } from './expenses/play-expenses'
import { type Cast, castOf } from './expenses/story'
import { SITTING_KEYS } from './story/sitting'

/** A run of the demo: how many invoices it pays, and its progress. */
interface RunStory {
  key: string
  /** The hour of its first deed on the demo's last day; the others follow every ten minutes. */
  hour: number
  invoices: number
  steps: string[]
  /** The first payment is taken out before the first step. */
  takesOut?: string
  /** The bank's answer: for the first payment, and for the others. */
  answer?: { first: 'RJCT' | 'ACCP'; paysOthers: boolean }
}

const MINUTE_MS = 60_000
const APPROVED = ['first approval', 'second approval']

/** A run in each state. */
const RUN_STORIES: readonly RunStory[] = [
  {
    key: 'settled, one rejected',
    hour: 8,
    invoices: 3,
    steps: [...APPROVED, 'make the files', 'sent'],
    answer: { first: 'RJCT', paysOthers: true },
  },
  {
    key: 'sent',
    hour: 10,
    invoices: 2,
    steps: [...APPROVED, 'make the files', 'sent'],
    answer: { first: 'ACCP', paysOthers: false },
  },
  { key: 'filed', hour: 12, invoices: 1, steps: [...APPROVED, 'make the files'] },
  { key: 'approved', hour: 13, invoices: 1, steps: APPROVED },
  {
    key: 'first approval',
    hour: 14,
    invoices: 2,
    steps: ['first approval'],
    takesOut: 'In dispute with the supplier',
  },
  { key: 'cancelled', hour: 15, invoices: 1, steps: ['cancel'] },
  { key: 'draft', hour: 16, invoices: 1, steps: [] },
]

const STEP_TAKERS: Readonly<Record<string, string>> = {
  'first approval': 'treasurer2',
  'second approval': 'treasurer3',
}

/** Plays the payment runs of the demo through the product's own functions; each is stored once, under its key. */
export async function playPayments({
  database,
}: {
  database: Pick<Database, 'read' | 'transaction'>
}): Promise<void> {
  const start = `${SITTING_KEYS}payments/`
  const rows = await database.read
    .select({ key: idempotencyKey.key })
    .from(idempotencyKey)
    .where(like(idempotencyKey.key, `${start}%`))
  const done = new Set(rows.map(({ key }) => key))
  const cast = await castOf(database, new Map())
  for (const story of RUN_STORIES) {
    const key = `${start}${story.key}`
    const by = { userId: cast.actor('treasurer1').id, now: instantOf(`${LAST_DAY}T08:00`) }
    if (!done.has(key)) await playOnce(database, { key, ...by }, (tx) => play(tx, story, cast))
  }
}

async function play(tx: Transaction, story: RunStory, cast: Cast): Promise<void> {
  const { hour, invoices, steps, takesOut, answer } = story
  const maker = cast.actor('treasurer1')
  const begin = instantOf(`${LAST_DAY}T${String(hour).padStart(2, '0')}:00`).getTime()
  let deeds = 0
  const next = () => new Date(begin + 10 * MINUTE_MS * deeds++)
  const all = await payableInvoices(contextOf({ read: tx, now: new Date(begin), timeZone: DEMO_ZONE }), {
    due: null,
    debtor: null,
    currency: 'EUR',
  })
  const invoiceIds = all
    // A payee with several accounts needs a choice, one with none in the currency a confirmation.
    .filter(
      ({ held, creditors, isOtherCurrency }) => held === null && creditors.length === 1 && !isOtherCurrency,
    )
    .slice(0, invoices)
    .map(({ id }) => id)
  if (invoiceIds.length === 0) return
  const run = { invoiceIds, executionDate: LAST_DAY, takeCredits: false }
  const { runId } = await makeRun(demoContext(tx, maker, next()), run)
  const [first] = invoiceIds
  if (takesOut !== undefined && first !== undefined)
    await takeOut(demoContext(tx, maker, next()), {
      runId,
      invoiceId: first,
      reason: takesOut,
    })
  for (const name of steps) {
    const stepId = await stepNamed(tx, runId, name)
    const input = { seenEventId: null, comment: '' }
    await takeStep(
      demoContext(tx, cast.actor(STEP_TAKERS[name] ?? 'treasurer1'), next()),
      runWorkflow,
      runId,
      stepId,
      input,
    )
  }
  if (answer) await answerRun(tx, { runId, ...answer }, cast, next)
}

interface Answering {
  runId: number
  first: 'RJCT' | 'ACCP'
  paysOthers: boolean
}

/** The bank's files: a status for the first payment, and the others as booked. */
async function answerRun(
  tx: Transaction,
  { runId, first, paysOthers }: Answering,
  cast: Cast,
  next: () => Date,
): Promise<void> {
  const [one, ...others] = await paymentsOf(tx, runId)
  if (!one) return
  const record = async (fileName: string, xml: string) => {
    const file = { fileName, bytes: new TextEncoder().encode(xml) }
    const read = await readSentFile({ name: fileName, bytes: file.bytes })
    return recordAnswer(demoContext(tx, cast.actor('treasurer1'), next()), { file, ...read })
  }
  const why =
    first === 'RJCT'
      ? '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></StsRsnInf>'
      : ''
  const file = (await filesOf(tx, runId)).find(
    ({ debtorIban, currency }) => debtorIban === one.debtor.iban && currency === one.currency,
  )
  await record(
    `status-${runId}.xml`,
    `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>STATUS-${runId}</MsgId></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${file?.messageId}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${one.endToEndId}</OrgnlEndToEndId><TxSts>${first}</TxSts>${why}</TxInfAndSts></OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>`,
  )
  if (!paysOthers) return
  const notifications = [...byDebtor(others)].map(([, payments]) => {
    const entries = payments.map(
      ({ endToEndId, amount, currency }) =>
        `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><ValDt><Dt>${LAST_DAY}</Dt></ValDt>
<NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
    )
    const account = `<Acct><Id><IBAN>${payments[0]?.debtor.iban}</IBAN></Id></Acct>`
    return `<Ntfctn>${account}${entries.join('\n')}</Ntfctn>`
  })
  await record(
    `booked-${runId}.xml`,
    `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>BOOKED-${runId}</MsgId></GrpHdr>
${notifications.join('\n')}</BkToCstmrDbtCdtNtfctn></Document>`,
  )
}
