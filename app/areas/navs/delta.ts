import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { statusOf } from './delta-status'
import type { BalanceDelta, Delta, DeltaStatus, NavDelta } from './delta-types'
import { inventoryDelta } from './inventory-delta'
import { type Account, accountsOf, indexUpload } from './rules/upload-index'
import type { ControlData, NavLine } from './workbooks/control-data'

// Quotients have 15 decimals, far more than the four of a percentage that are shown; forty would only cost time.
const Quotient = Big()
Quotient.DP = 15

const STATUS_ORDER: Record<DeltaStatus, number> = { NEW: 0, REMOVED: 1, CHANGED: 2, UNCHANGED: 3 }

/**
 * What changed from one upload to another of the same fund (nav controls, section 3). NAV elements keep the table's
 * order; accounts and instruments are grouped by status.
 */
export function delta(now: ControlData, before: ControlData): Delta {
  const missing = now.inventory ? (before.inventory ? 'none' : 'old') : before.inventory ? 'new' : 'both'
  return {
    nav: navDelta(now, before),
    balance: byStatus(balanceDelta(now, before)),
    inventory:
      now.inventory && before.inventory
        ? byStatus(inventoryDelta(now.inventory, before.inventory, fundTna(now), quotient))
        : [],
    inventoryMissing: missing,
  }
}

/** One row a (Type, Code) of either upload; of two equals the first counts. */
function navDelta(now: ControlData, before: ControlData): NavDelta[] {
  const elements = new Map<string, { now?: NavLine; before?: NavLine }>()
  for (const [upload, lines] of [['now', now.nav.lines] as const, ['before', before.nav.lines] as const]) {
    for (const line of lines) {
      const key = `${line.type}\n${line.code}`
      const pair = elements.get(key) ?? {}
      pair[upload] ??= line
      elements.set(key, pair)
    }
  }
  return [...elements.values()].flatMap((pair): NavDelta[] => {
    const line = pair.now ?? pair.before
    if (!line) return []
    const newValue = pair.now?.value ?? null
    const oldValue = pair.before?.value ?? null
    return [
      {
        type: line.type,
        name: line.code,
        iso3currency: line.currency,
        new_value: newValue,
        old_value: oldValue,
        delta:
          newValue === null || oldValue === null
            ? null
            : quotient(new Big(newValue).minus(oldValue), new Big(oldValue).abs()),
      },
    ]
  })
}

/** By account number, rows of one account summed. */
function balanceDelta(now: ControlData, before: ControlData): BalanceDelta[] {
  const current = accountsOf(now.balance)
  const earlier = accountsOf(before.balance)
  return [...new Set([...current.keys(), ...earlier.keys()])].map((number): BalanceDelta => {
    const account = current.get(number)
    const old = earlier.get(number)
    const sides = account && sidesOf(account)
    const oldSides = old && sidesOf(old)
    const difference = (side: 'debtor' | 'creditor') =>
      (sides?.[side] ?? new Big(0)).minus(oldSides?.[side] ?? new Big(0))
    const debtor = difference('debtor')
    const creditor = difference('creditor')
    return {
      status: statusOf(account, old, debtor.eq(0) && creditor.eq(0)),
      account_number: number,
      account_name: (account ?? old)?.name ?? '',
      accounting_currency: (account ?? old)?.rows[0]?.currency ?? '',
      balance_creditor: decimal(sides?.creditor),
      balance_debtor: decimal(sides?.debtor),
      old_balance_creditor: decimal(oldSides?.creditor),
      old_balance_debtor: decimal(oldSides?.debtor),
      var_balance_creditor: plain(creditor),
      var_balance_debtor: plain(debtor),
    }
  })
}

function sidesOf({ rows }: Account): { debtor: Big; creditor: Big } {
  return rows.reduce(
    (sides, row) => ({ debtor: sides.debtor.plus(row.debtor), creditor: sides.creditor.plus(row.creditor) }),
    { debtor: new Big(0), creditor: new Big(0) },
  )
}

function decimal(value: Big | undefined): Decimal | null {
  return value === undefined ? null : plain(value)
}

function byStatus<Row extends { status: DeltaStatus }>(rows: Row[]): Row[] {
  return rows.sort((a, b) => STATUS_ORDER[a.status] - STATUS_ORDER[b.status])
}

function fundTna(data: ControlData): Big {
  return new Big(indexUpload(data, 'current').element('FUND TNA', data.fundCode)?.value ?? '0')
}

/** Null when there is nothing to divide by. */
function quotient(part: Big, whole: Big): Decimal | null {
  return whole.lte(0) ? null : plain(new Quotient(part).div(whole))
}
