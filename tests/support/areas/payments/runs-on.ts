import { bankAccount } from 'db/schema/bank-accounts'
import { invoice } from 'db/schema/invoices'
import { legalEntity } from 'db/schema/lookups'
import { payment, paymentFile } from 'db/schema/payments'
import { asc, eq } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { completeFields, type ExpenseReference, expenses } from 'tests/support/expenses'
import type { TestSite, UserName } from 'tests/support/site'
import { readSentFile } from '~/areas/payments/bank-files/read-bank-file'
import { makeRun, type NewRun, takeOut } from '~/areas/payments/make-run.server'
import { recordAnswer } from '~/areas/payments/record-answer.server'
import { runWorkflow } from '~/areas/payments/workflow.server'
import { contentBytes } from '~/platform/files/read-content.server'
import { takeStep } from '~/platform/objects/take-step.server'
import { type Day, dayIn } from '~/platform/values/day'
import { startInstances } from '~/platform/workflow/start-instances.server'

export const PAYER = { iban: 'LU280019400644750000', bic: 'BGLLLULL' }
export const PAYER_USD = { iban: 'LU120010001234567891', bic: 'BGLLLULL' }
export const PAYEE = { iban: 'DE89370400440532013000', bic: 'COBADEFF' }
const PAYEE_USD = { iban: 'AE070331234567890123456', bic: 'EBILAEAD' }

/** Helpers for payment runs of a site. */
export function runsOn(site: TestSite, reference: ExpenseReference) {
  const its = expenses(site)
  const { timeZone } = site.services.settings
  let number = 0

  /** Active accounts of a payer and a payee in two currencies, stored directly. */
  async function addAccounts(): Promise<void> {
    const at = new Date('2026-01-05T09:00:00Z')
    const of = (legalEntityId: number, iso3Currency: string, account: typeof PAYER) => ({
      legalEntityId,
      iso3Currency,
      ...account,
      creationDate: at,
      updateDate: at,
    })
    const { settlingId, supplierId } = reference
    await site.transaction(async (tx) => {
      // Outside SEPA banks need it.
      await tx.update(legalEntity).set({ town: 'Dubai', country: 'AE' }).where(eq(legalEntity.id, supplierId))
      await tx
        .insert(bankAccount)
        .values([
          of(settlingId, 'EUR', PAYER),
          of(settlingId, 'USD', PAYER_USD),
          of(supplierId, 'EUR', PAYEE),
          of(supplierId, 'USD', PAYEE_USD),
        ])
    })
  }

  /** Invoices ready for payment, stored directly: amounts, with currency and reference. */
  async function approvedInvoices(
    given: readonly { gross: string; currency?: string; ref?: string; due?: string }[],
  ): Promise<number[]> {
    const now = site.clock()
    const fields = completeFields(reference)
    return site.transaction(async (tx) => {
      const rows = await tx
        .insert(invoice)
        .values(
          given.map(({ gross, currency = 'EUR', ref, due = '2026-11-27' }) => {
            number += 1
            return {
              supplierId: reference.supplierId,
              settlingEntityId: reference.settlingId,
              expenseTypeId: reference.expenseTypeId,
              invoiceRef: ref ?? `INV-2026/${number}`,
              invoiceDate: fields.invoiceDate ?? '2026-10-28',
              dueDate: due,
              currency,
              grossAmount: gross,
              taxes: '0',
              netAmount: gross,
              creationDate: now,
            }
          }),
        )
        .returning({ id: invoice.id })
      const objectIds = rows.map(({ id }) => id)
      const state = { queue: 'PAYMENT', status: 'APPROVED', class: 'success' as const }
      await startInstances(contextOf({ tx, now, timeZone }), {
        kind: 'invoice',
        objectIds,
        state,
        log: '',
      })
      return objectIds
    })
  }

  const make = (
    user: UserName,
    invoiceIds: readonly number[],
    key: string | null = null,
    more: Partial<NewRun> = {},
  ) =>
    site.transaction((tx) =>
      makeRun(contextOf({ tx, actor: site.actor(user), now: site.clock(), timeZone, key }), {
        invoiceIds,
        executionDate: dayIn(site.clock(), timeZone),
        ...more,
      }),
    )

  async function step(
    user: UserName,
    runId: number,
    name: string,
    comment = '',
    executionDate: Day | null = null,
  ) {
    const stepId = await site.stepId(runId, name)
    const input = { seenEventId: null, comment, executionDate }
    return site.transaction((tx) =>
      takeStep(
        contextOf({ tx, actor: site.actor(user), now: site.clock() }),
        runWorkflow,
        runId,
        stepId,
        input,
      ),
    )
  }

  /** A run of treasurer1 whose files were sent to the bank. */
  async function sentRun(invoiceIds: readonly number[]): Promise<number> {
    const { runId } = await make('treasurer1', invoiceIds)
    await step('treasurer2', runId, 'first approval')
    await step('treasurer3', runId, 'second approval')
    await step('treasurer1', runId, 'make the files')
    await step('treasurer1', runId, 'sent')
    return runId
  }

  const out = (user: UserName, runId: number, invoiceId: number, reason: string) =>
    site.transaction((tx) =>
      takeOut(contextOf({ tx, actor: site.actor(user), now: site.clock() }), {
        runId,
        invoiceId,
        reason,
      }),
    )

  const answerBytes = async (user: UserName, fileName: string, bytes: Uint8Array) => {
    const read = await readSentFile({ name: fileName, bytes })
    return site.transaction((tx) =>
      recordAnswer(contextOf({ tx, actor: site.actor(user), now: site.clock(), timeZone }), {
        file: { fileName, bytes },
        ...read,
      }),
    )
  }

  const answer = (user: UserName, fileName: string, xml: string) =>
    answerBytes(user, fileName, new TextEncoder().encode(xml))

  const payments = (runId: number) =>
    site.read.select().from(payment).where(eq(payment.runId, runId)).orderBy(asc(payment.id))

  /** The files of a run as text. */
  async function files(runId: number): Promise<{ messageId: string; sha256: string; xml: string }[]> {
    const rows = await site.read
      .select()
      .from(paymentFile)
      .where(eq(paymentFile.runId, runId))
      .orderBy(asc(paymentFile.id))
    return Promise.all(
      rows.map(async ({ messageId, sha256 }) => {
        const [stored] = await site.ownerSql<{ size: number }[]>`
          select size from document_content where sha256 = ${sha256}`
        const bytes = await contentBytes(site.read, { sha256, size: stored?.size ?? 0 })
        return { messageId, sha256, xml: new TextDecoder().decode(bytes) }
      }),
    )
  }

  return {
    its,
    addAccounts,
    approvedInvoices,
    make,
    step,
    sentRun,
    out,
    answer,
    answerBytes,
    payments,
    files,
  }
}

interface BookedEntry {
  id: string
  amount: string
  currency?: string
  day?: string
  /** The reason for which the payment was returned. */
  returned?: string
  /** What the bank says of it as text. */
  text?: string
}

const entryXml = ({
  id,
  amount,
  currency = 'EUR',
  day = '2026-11-02',
  returned,
  text,
}: BookedEntry) => `<Ntry>
  <Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${returned ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>BANK-${id}</AcctSvcrRef>
  <NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="${currency}">${amount}</Amt>${
    text ? `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>` : ''
  }${returned ? `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`

/** Booked payments (camt.054), each on the account of its currency. */
export const camt054 = (messageId: string, entries: readonly BookedEntry[]) => {
  const of = (account: typeof PAYER, isDollar: boolean) => {
    const own = entries.filter(({ currency = 'EUR' }) => (currency === 'USD') === isDollar)
    return own.length === 0
      ? ''
      : `<Ntfctn><Acct><Id><IBAN>${account.iban}</IBAN></Id></Acct>${own.map(entryXml).join('')}</Ntfctn>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>
<GrpHdr><MsgId>${messageId}</MsgId></GrpHdr>${of(PAYER, false)}${of(PAYER_USD, true)}
</BkToCstmrDbtCdtNtfctn></Document>`
}

interface StatementFacts {
  iban: string
  currency: string
  day: string
  /** Its closing balance. */
  balance: string
  opening?: string
}

const balanceXml = (code: string, amount: string, { currency, day }: StatementFacts) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

/** A statement with its balances (camt.053). */
export const camt053 = (
  messageId: string,
  facts: StatementFacts,
  entries: readonly BookedEntry[] = [],
) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${messageId}</MsgId></GrpHdr><Stmt><Acct><Id><IBAN>${facts.iban}</IBAN></Id></Acct>
${facts.opening === undefined ? '' : balanceXml('OPBD', facts.opening, facts)}${balanceXml('CLBD', facts.balance, facts)}${entries.map(entryXml).join('')}</Stmt>
</BkToCstmrStmt></Document>`

/** The status of payments of one of our files (pain.002). */
export const pain002 = (
  messageId: string,
  fileId: string,
  payments: readonly { id: string; status: string; reason?: string; words?: string }[],
) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>${messageId}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${fileId}</OrgnlMsgId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts>${payments
  .map(
    ({ id, status, reason, words }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${
        reason
          ? `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn>${words ? `<AddtlInf>${words}</AddtlInf>` : ''}</StsRsnInf>`
          : ''
      }</TxInfAndSts>`,
  )
  .join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
