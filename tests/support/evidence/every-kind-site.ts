import { join } from 'node:path'
import { bankAccount } from 'db/schema/bank-accounts'
import { duplicateConfirmation } from 'db/schema/drafts'
import { currency, routineType } from 'db/schema/lookups'
import { budgetFields, budgets } from 'tests/support/budgets'
import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { type Addresses, client, copyOf, renamed } from 'tests/support/postgres/copy'
import { inject, vi } from 'vitest'
import { verifyHistory } from '~/commands/audit-verify'
import type { NotedCheckpoint } from '~/platform/proof/noted-checkpoint.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import { livedIn } from './lived-in'
import { moneyMoved, runsOfTheirOwn } from './money-moved'
import { sealedSite } from './sealed-site'

const AUDIT_KEY = 'a key of tests with more than 32 characters'

/**
 * A sealed site with NAVs, drafts, invoices, a payment run, entries of a bank, a budget, bank accounts and documents, under
 * several checkpoints: what each kind of tampering is tried on, always on a copy of its own.
 */
export async function everyKindSite() {
  const site = await sealedSite()
  const { fund, other } = await livedIn(site)
  const checkpoint = () => writeCheckpoint(site.transaction, site.signing.sign, site.clock())
  await checkpoint()
  const reference = await expenseReference(site)
  const now = site.clock()
  const { routineTypeId, accountId } = await site.transaction(async (tx) => {
    await tx.insert(currency).values({ code: 'EUR', name: 'Euro' }).onConflictDoNothing()
    const [routine] = await tx
      .insert(routineType)
      .values({ name: 'RECURRENT' })
      .returning({ id: routineType.id })
    const [account] = await tx
      .insert(bankAccount)
      .values({
        legalEntityId: reference.supplierId,
        iso3Currency: 'EUR',
        bic: 'BGLLLULLXXX',
        iban: 'LU280019400644750000',
        creationDate: now,
        updateDate: now,
      })
      .returning({ id: bankAccount.id })
    return { routineTypeId: routine?.id ?? 0, accountId: account?.id ?? 0 }
  })
  const budgetId = await budgets(site).activeBudget(budgetFields({ ...reference, routineTypeId }))
  await checkpoint()
  const its = expenses(site)
  const { invoiceId } = await its.newInvoice(reference, { routineType: routineTypeId })
  const draftId = await its.newDraft('finance1', completeFields(reference))
  await its.addProof(draftId)
  await site.transaction((tx) =>
    tx.insert(duplicateConfirmation).values({
      draftId,
      duplicates: [invoiceId],
      confirmedBy: site.actor('teamleader1').id,
      confirmedAt: site.clock(),
      comment: 'Two months',
    }),
  )
  const asked = site.actor('accountant2').id
  await site.transaction(
    (tx) =>
      recordAct(tx, userSubject(asked), {
        name: 'enable user',
        to: inAdministration('ENABLED', 'success'),
        log: '',
        who: site.actor('admin'),
        now: site.clock(),
      }),
    JSON.stringify({ user: site.actor('admin').id, session: 'x', method: 'POST', path: '/x', content: null }),
  )
  const money = await moneyMoved(site, await runsOfTheirOwn(site, reference))
  await checkpoint()
  const [kept] = await site.admin<NotedCheckpoint[]>`
    select id, hash, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from audit_checkpoint order by id desc limit 1`
  const [nav] = await site.admin`select current_control_id as control from fund_nav where id = ${fund.navId}`
  return {
    ...site,
    kept: kept ?? null,
    objects: {
      nav: fund.navId,
      otherNav: other.navId,
      control: Number(nav?.control),
      budget: budgetId,
      invoice: invoiceId,
      draft: draftId,
      account: accountId,
      money,
      /** A user in whose chain there is an act that a request asked for. */
      asked,
      ...reference,
    },
  }
}

export type EveryKindSite = Awaited<ReturnType<typeof everyKindSite>>

/** A copy of a site's database, with a connection for the application's account and one for a superuser. */
export async function tamperedCopy(site: Pick<EveryKindSite, 'url' | 'ownerUrl'>) {
  const { adminUrl } = inject('postgres')
  const from: Addresses = { url: site.url, ownerUrl: site.ownerUrl, adminUrl }
  const copy = await copyOf(from)
  const application = client(copy.url)
  const superuser = client(renamed(adminUrl, new URL(copy.url).pathname.slice(1)))
  return {
    url: copy.url,
    ownerUrl: copy.ownerUrl,
    /** Runs statements in one transaction of an account; of the superuser without triggers, unless it changes the structure. */
    async run(by: 'application' | 'superuser' | 'structure', statements: readonly string[]) {
      await (by === 'application' ? application : superuser).begin(async (sql) => {
        if (by === 'superuser') await sql.unsafe('set local session_replication_role = replica')
        for (const statement of statements) await sql.unsafe(statement)
      })
    },
    async close() {
      await Promise.all([application.end({ timeout: 2 }), superuser.end({ timeout: 2 })])
      await copy.drop()
    },
  }
}

/** Ends the connections to a database, so that it can be copied. */
export async function disconnect({ url }: Pick<EveryKindSite, 'url'>): Promise<void> {
  const admin = client(inject('postgres').adminUrl)
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${new URL(url).pathname.slice(1)} and pid <> pg_backend_pid()`
  await admin.end({ timeout: 2 })
}

/** How many verifications run, which say nothing meanwhile. */
let running = 0
let muted: { mockRestore(): void }[] = []

async function quietly<T>(work: () => Promise<T>): Promise<T> {
  if (running === 0)
    muted = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    if (running === 0) for (const spy of muted) spy.mockRestore()
  }
}

/** What "npm run audit:verify" finds in a database. */
export async function verifiedHistory(
  { ownerUrl }: { ownerUrl: string },
  { key, kept }: Pick<EveryKindSite, 'key' | 'kept'>,
): Promise<{ code: number; findings: string[] }> {
  const findings: string[] = []
  const verified = {
    url: ownerUrl,
    migrations: join(process.cwd(), 'db/migrations'),
    settings: { auditKey: AUDIT_KEY, signingKey: key },
    kept,
  }
  const code = await quietly(() => verifyHistory(verified, null, findings))
  return { code, findings }
}
