import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from 'db/failures'
import { migrate } from 'db/migrate'
import { bankAccount } from 'db/schema/bank-accounts'
import { eq } from 'drizzle-orm'
import { runsOn } from 'tests/support/areas/payments/runs-on'
import { bookFile, goodBook } from 'tests/support/areas/reference-import/reference-book'
import { contextOf } from 'tests/support/context'
import { verifiedHistory } from 'tests/support/evidence/every-kind-site'
import { moneyMoved, runsOfTheirOwn } from 'tests/support/evidence/money-moved'
import { sealedSite } from 'tests/support/evidence/sealed-site'
import { expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { afterAll, expect, test } from 'vitest'
import { sweepSentForms } from '~/areas/access/form-recovery.server'
import { sweepSessions } from '~/areas/access/session-rows.server'
import { workOf } from '~/areas/access/user-work.server'
import { compactInvoiceTally } from '~/areas/invoices/stored-rows.server'
import { generateProcesses } from '~/areas/processes/generate-processes.server'
import { runImport } from '~/areas/reference-import/run-import.server'
import {
  noteCheckpoint,
  notedCheckpointFile,
  readNotedCheckpoint,
  recordRestore,
  replaceNotedCheckpoint,
} from '~/platform/proof/noted-checkpoint.server'
import { type ProvenObject, unprovenTables } from '~/platform/proof/object-proof.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { sweepIdempotencyKeys } from '~/platform/workflow/idempotency.server'

const site = await opened(sealedSite())
const reference = await expenseReference(site)
await runsOn(site, reference).addAccounts()
const accounts: ProvenObject = { kind: 'bank accounts', id: reference.supplierId }
const its = expenses(site)
const paying = await runsOfTheirOwn(site, reference)
const folder = mkdtempSync(join(tmpdir(), 'fundesk-kept-'))
afterAll(() => rmSync(folder, { recursive: true }))
const checkpointFile = notedCheckpointFile(folder)

/** A checkpoint that would hold up a load waits for the next minute. */
async function checkpoint(): Promise<void> {
  try {
    await writeCheckpoint(site.transaction, site.signing.sign, site.clock())
  } catch (error) {
    if (errorCode(error) !== '55P03') throw error
  }
  expect(await noteCheckpoint(site.transaction, checkpointFile)).toBeNull()
}

/** The objects whose pages are opened meanwhile. */
const shown: ProvenObject[] = [{ kind: 'user', id: site.actor('accountant1').id }]
let paid: ProvenObject[] = []
const services = { ...site.services, workers: site.services.workers }
const book = await bookFile(goodBook())

/** What goes on at a site, each with the number of the round. */
const works: Record<string, (round: number) => Promise<unknown>> = {
  async uploads(round) {
    if (round % 2 === 1) return
    const fund = await site.addFund({ fundCode: `LOAD${String(round).padStart(3, '0')}` })
    await site.control('accountant1', { model: fund.previous, set: fund.set })
    const { controlId } = await site.control('accountant1', fund)
    await site.matching('accountant1', fund)
    shown.splice(1, 2, { kind: 'nav', id: fund.navId, controlId })
  },
  async steps() {
    const { draftId, invoiceId } = await its.newInvoice(reference)
    await its.invoiceStep('finance2', invoiceId, 'book')
    shown.splice(3, 2, { kind: 'draft', id: draftId }, { kind: 'invoice', id: invoiceId })
  },
  async payments() {
    const money = await moneyMoved(site, paying)
    paid = [
      { kind: 'payment run', id: money.run },
      { kind: 'invoice', id: money.paid },
      { kind: 'invoice', id: money.credit },
      { kind: 'bank entry', id: money.entry },
    ]
  },
  accounts: (round) =>
    site.transaction((tx) =>
      tx
        .update(bankAccount)
        .set({ bic: round % 2 === 0 ? 'COBADEFF' : 'COBADEFFXXX' })
        .where(eq(bankAccount.legalEntityId, reference.supplierId)),
    ),
  checkpoint,
  maintenance: () =>
    site.transaction(async (tx) => {
      const context = contextOf({ tx, now: site.clock(), timeZone: 'Europe/Luxembourg' })
      await sweepSessions(context)
      await sweepSentForms(context)
      await sweepIdempotencyKeys(context)
      await generateProcesses(context)
      await compactInvoiceTally(tx)
    }),
  migrations: () =>
    migrate({
      url: site.ownerUrl,
      folder: join(process.cwd(), 'db/migrations'),
      sign: site.signing.sign,
    }),
  async import(round) {
    if (round % 3 === 0) await runImport(workOf(services, null), services, book, { dryRun: false })
  },
  async restore(round) {
    if (round % 4 !== 3) return
    await site.transaction((tx) => recordRestore(tx, { reason: `Restored in round ${round}`, missing: null }))
    await checkpoint()
    await replaceNotedCheckpoint(site.transaction, checkpointFile)
  },
}

async function verification() {
  const kept = readNotedCheckpoint(checkpointFile)
  return verifiedHistory(site, { key: site.key, kept })
}

/** The pages of the objects, while they may be changed. */
async function pages(): Promise<string[]> {
  const found: string[] = []
  for (const object of [accounts, ...shown, ...paid])
    for (const table of await unprovenTables(site.read, site.signing.all, object, null))
      found.push(`${object.kind} ${object.id}: ${table}`)
  return found
}

const COUNT = rounds(5, 200)

test(
  `${COUNT} verifications during work, uploads, migrations, imports, restores and maintenance raise no alarm`,
  async () => {
    await checkpoint()
    for (let round = 0; round < COUNT; round += 1) {
      const [history, banners] = await Promise.all([
        verification(),
        pages(),
        ...Object.values(works).map((work) => work(round)),
      ])
      expect({ round, banners, ...history }).toEqual({ round, banners: [], code: 0, findings: [] })
    }
    expect(await verification()).toEqual({ code: 0, findings: [] })
  },
  60 * 60_000,
)
