import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { and, asc, between, eq, inArray } from 'drizzle-orm'
import { type ZippedFile, zipOf } from '~/platform/exports/zip'
import { unprovenTables } from '~/platform/proof/object-proof.server'
import { DomainError } from '~/platform/values/domain-error'
import { fingerprint, type Signing } from '~/platform/workflow/signing.server'
import { checkpointProofs } from './checkpoint-proofs.server'
import { envelope, opening, type PackRequest, packFiles } from './pack.server'
import { monthReadme } from './pack-readme'

/** A month of some funds: "2026-10" and their codes. */
export interface MonthScope {
  month: string
  funds: readonly string[]
}

export interface MonthNav {
  id: number
  fund: string
  navDate: string
}

/** The NAVs of a month, by fund and date. @throws DomainError 'invalid' where a fund is unknown, 'not-found' without any */
export async function navsOfMonth(read: Read, { month, funds }: MonthScope): Promise<MonthNav[]> {
  const existing = await read
    .select({ code: fund.code })
    .from(fund)
    .where(inArray(fund.code, [...funds]))
  const unknown = funds.filter((code) => !existing.some((each) => each.code === code))
  if (unknown.length > 0) {
    const sentence = `There is no fund ${unknown.join(', ')}. Enter fund codes with commas between.`
    throw new DomainError('invalid', sentence, { title: 'No pack was built', fields: { funds: sentence } })
  }
  const navs = await read
    .select({ id: fundNav.id, fund: fund.code, navDate: fundNav.navDate })
    .from(fundNav)
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .where(and(inArray(fund.code, [...funds]), between(fundNav.navDate, `${month}-01`, lastDay(month))))
    .orderBy(asc(fund.code), asc(fundNav.navDate), asc(fundNav.id))
  if (navs.length > 0) return navs
  const sentence = `${funds.length === 1 ? `Fund ${funds[0]} has` : 'These funds have'} no NAV in ${month}. Choose another month.`
  throw new DomainError('not-found', sentence, { title: 'No pack was built', fields: { month: sentence } })
}

function lastDay(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** All funds that have NAVs in a month. */
export async function fundsOfMonth(read: Read, month: string): Promise<string[]> {
  const rows = await read
    .selectDistinct({ code: fund.code })
    .from(fundNav)
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .where(between(fundNav.navDate, `${month}-01`, lastDay(month)))
    .orderBy(asc(fund.code))
  return rows.map(({ code }) => code)
}

export interface MonthRequest {
  scope: MonthScope
  navs: readonly MonthNav[]
  signing: Signing
  report: (navId: number) => Promise<Uint8Array>
  /** Called after each NAV; an error that it throws ends the pack. */
  onNav?: (done: number) => Promise<void>
}

/**
 * The files of the pack of a month: the pack of each of its NAVs, as it would be by itself, and a signed manifest of
 * all.
 */
export async function* monthFiles(read: Read, request: MonthRequest): AsyncGenerator<ZippedFile> {
  const { scope, navs, signing, report, onNav } = request
  const at = new Date(`${lastDay(scope.month)}T00:00:00Z`)
  const { file, manifest } = envelope(signing, at)
  yield* opening(file, monthReadme(scope, navs.length, signing.all.map(fingerprint)), signing)
  const proofs = checkpointProofs(read)
  const packs: { name: string; kind: 'nav'; id: number; unproven?: string[] }[] = []
  // One at a time: a report is drawn while the rest of its pack is read, and two would need twice the memory.
  for (const [at, { id, fund: code, navDate }] of navs.entries()) {
    const unproven = await unprovenTables(read, signing.all, { kind: 'nav', id }, null)
    const bytes = await wholePack(read, {
      kind: 'nav',
      id,
      signing,
      unproven,
      proofs,
      report: () => report(id),
    })
    const name = `${code.replace(/[^\w.-]+/g, '_')}/${navDate}-nav-${id}.zip`
    packs.push({ name, kind: 'nav', id, ...(unproven.length === 0 ? {} : { unproven }) })
    yield file(name, bytes)
    await onNav?.(at + 1)
  }
  yield* manifest({ object: { kind: 'month', month: scope.month, funds: scope.funds }, packs })
}

async function wholePack(read: Read, request: PackRequest): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of zipOf(packFiles(read, request))) parts.push(part)
  return Buffer.concat(parts)
}
