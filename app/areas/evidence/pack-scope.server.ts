import type { Read } from 'db/database'
import { document } from 'db/schema/documents'
import { fileFormat } from 'db/schema/file-formats'
import { invoice } from 'db/schema/invoices'
import { fund } from 'db/schema/lookups'
import { navMatching } from 'db/schema/nav-checks'
import { fundNav, navControl, ruleTolerance } from 'db/schema/navs'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'

/** The kinds of objects that have packs. */
const PACK_KINDS = ['nav', 'invoice', 'budget'] as const
export type PackKind = (typeof PACK_KINDS)[number]

/** A table of a pack: the file that shows its rows, and the owners whose rows are in it. */
export interface ScopedTable {
  table: string
  file: string
  owners: string[]
}

/** The rows that make up an object completely. @throws DomainError 'not-found' */
export async function packScope(read: Read, kind: PackKind, id: number): Promise<ScopedTable[]> {
  const instance = await instanceById(read, id)
  if (instance.kind !== kind)
    throw new DomainError(
      'not-found',
      `There is no ${kind === 'nav' ? 'NAV' : kind} ${id}. Check its number.`,
    )
  const of = (file: string, ids: readonly number[], ...tables: string[]): ScopedTable[] =>
    tables.map((table) => ({ table, file, owners: ids.map(String) }))
  const common = of('object.json', [id], 'workflow_instance', 'document')
  if (kind === 'invoice') {
    const [row] = await read.select({ id: invoice.id }).from(invoice).where(eq(invoice.id, id))
    return [...common, ...of('object.json', row ? [id] : [], 'invoice', 'invoice_row')]
  }
  if (kind === 'budget') {
    return [
      ...common,
      ...of('object.json', [id], 'budget', 'budget_term'),
      ...of('overrides.json', [id], 'budget_override'),
    ]
  }
  const [nav] = await read
    .select({ fundId: fundNav.fundId, code: fund.code, type: fund.type, provider: fund.provider })
    .from(fundNav)
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .where(eq(fundNav.id, id))
  const levels = ['', nav?.code ?? '', nav?.type ?? '', nav?.provider ?? '']
  const tolerances = await read
    .select({ id: ruleTolerance.id })
    .from(ruleTolerance)
    .where(inArray(ruleTolerance.levelValue, levels))
    .orderBy(asc(ruleTolerance.id))
  const [controls, matchings] = await Promise.all([
    read
      .select({
        id: navControl.id,
        previousId: navControl.previousControlId,
        formatCode: navControl.formatCode,
        formatVersion: navControl.formatVersion,
      })
      .from(navControl)
      // Corrected files of an NAV error are documents of the case.
      .where(and(eq(navControl.fundNavId, id), isNull(navControl.navErrorId)))
      .orderBy(asc(navControl.id)),
    read
      .select({
        id: navMatching.id,
        formatCode: navMatching.formatCode,
        formatVersion: navMatching.formatVersion,
      })
      .from(navMatching)
      .where(eq(navMatching.fundNavId, id))
      .orderBy(asc(navMatching.id)),
  ])
  const ids = controls.map((each) => each.id)
  // The rules compare with earlier figures, which belong to another NAV.
  const before = [...new Set(controls.flatMap(({ previousId }) => previousId ?? []))]
  const compared = [...ids, ...before.filter((each) => !ids.includes(each))]
  const formats = await usedFormats(read, [...controls, ...matchings])
  return [
    ...common,
    ...of('object.json', [id], 'fund_nav', 'nav_control', 'sent_figure', 'kpi_comment_entry'),
    ...of('object.json', [nav?.fundId ?? 0], 'share_class', 'fund'),
    ...of('figures.json', compared, 'nav_control_table', 'nav_line', 'balance_line', 'inventory_line'),
    ...of('figures.json', ids, 'nav_control_file', 'control_currency'),
    ...of('results.json', ids, 'rule_result', 'nav_control_input'),
    ...of(
      'tolerances.json',
      tolerances.map((each) => each.id),
      'rule_tolerance',
    ),
    // Only files that a format read need one.
    ...(formats.length > 0 ? of('formats.json', formats, 'file_format') : []),
    ...of('bridge.json', ids, 'nav_bridge', 'nav_bridge_driver', 'nav_bridge_contributor'),
    ...of('checks.json', [id], 'nav_check', 'nav_matching'),
    ...of(
      'checks.json',
      matchings.map((each) => each.id),
      'nav_break',
    ),
  ]
}

/** The versions of file formats that read the files of controls and matchings, by id. */
async function usedFormats(
  read: Read,
  readings: readonly { formatCode: string | null; formatVersion: number | null }[],
): Promise<number[]> {
  const used = new Set(readings.map(({ formatCode, formatVersion }) => `${formatCode} ${formatVersion}`))
  const codes = [...new Set(readings.flatMap(({ formatCode }) => formatCode ?? []))]
  if (codes.length === 0) return []
  const versions = await read
    .select({ id: fileFormat.id, code: fileFormat.code, version: fileFormat.version })
    .from(fileFormat)
    .where(inArray(fileFormat.code, codes))
    .orderBy(asc(fileFormat.id))
  return versions.filter(({ code, version }) => used.has(`${code} ${version}`)).map(({ id }) => id)
}

/** The documents of an object that were not deleted, with their contents. */
export function packDocuments(read: Read, kind: PackKind, id: number) {
  return read
    .select({
      id: document.id,
      fileName: document.fileName,
      sha256: document.sha256,
      deletedAt: document.deletedAt,
    })
    .from(document)
    .where(and(eq(document.objectKind, kind), eq(document.objectId, id)))
    .orderBy(asc(document.id))
}
