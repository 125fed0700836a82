import type { Read } from 'db/database'
import { fund, legalEntity } from 'db/schema/lookups'
import { allocationKeySheet } from '~/areas/drafts/cost-lines/allocation-keys.server'
import type { DatedShare, SheetShares } from '~/areas/expenses/dated-shares.server'
import { recoverableVatSheet } from '~/areas/expenses/recoverable-vat.server'
import type { RequestedChange } from '~/platform/approvals/pending-change-event.server'
import type { Values } from '~/platform/tables/column'
import { textOf } from '~/platform/tables/table-column'
import type { ShareSheet } from './sheets'

/** Sheets of dated shares: their rows name entities and funds, and wait for another administrator as changes do. */

type Share = DatedShare & { fundId?: number }

const SHARES: Record<ShareSheet, SheetShares<Share>> = {
  'Recoverable VAT': recoverableVatSheet,
  'Allocation keys': allocationKeySheet,
}

/** The shares of a sheet as its rows name them: in force, or as they will be when all waiting changes are approved. */
export async function sheetShares(
  read: Read,
  sheet: ShareSheet,
  which: 'stored' | 'wished' = 'stored',
): Promise<Values[]> {
  const { entities, funds } = await namesOf(read)
  const nameOf = (names: ReadonlyMap<string, number>) => new Map([...names].map(([name, id]) => [id, name]))
  const [entityNames, codes] = [nameOf(entities), nameOf(funds)]
  return (await SHARES[sheet][which](read)).map(({ legalEntityId, fundId, ...share }) => ({
    ...share,
    legalEntity: entityNames.get(legalEntityId) ?? null,
    ...(fundId !== undefined && { fundCode: codes.get(fundId) ?? null }),
  }))
}

/**
 * Rows of these sheets as the changes that wait; null for a row whose entity or fund the site does not have yet: no
 * change of it can wait.
 */
export async function shareWishes(
  read: Read,
): Promise<(sheet: ShareSheet, row: Values) => RequestedChange | null> {
  const { entities, funds } = await namesOf(read)
  const changes = {
    'Recoverable VAT': await SHARES['Recoverable VAT'].wishes(read),
    'Allocation keys': await SHARES['Allocation keys'].wishes(read),
  }
  return (sheet, row) => {
    const legalEntityId = entities.get(textOf(row.legalEntity))
    const fundId = funds.get(textOf(row.fundCode))
    if (legalEntityId === undefined || (sheet === 'Allocation keys' && fundId === undefined)) return null
    const share = {
      legalEntityId,
      share: textOf(row.share),
      validFrom: textOf(row.validFrom),
      validTo: textOf(row.validTo) || null,
    }
    return changes[sheet].of(sheet === 'Allocation keys' ? { ...share, fundId } : share)
  }
}

/** Ids by the names that workbooks use. */
async function namesOf(read: Read) {
  const entities = await read.select({ id: legalEntity.id, name: legalEntity.name }).from(legalEntity)
  const funds = await read.select({ id: fund.id, code: fund.code }).from(fund)
  return {
    entities: new Map(entities.map(({ id, name }) => [name, id])),
    funds: new Map(funds.map(({ id, code }) => [code, id])),
  }
}
