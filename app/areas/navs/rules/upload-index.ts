import { Big } from '~/platform/values/decimal'
import {
  type BalanceLine,
  CLASS_TYPES,
  type ControlData,
  type InventoryLine,
  type NavLine,
  type NavType,
  type Table,
} from '../workbooks/control-data'
import type { EvidenceFigure } from './contract'
import type { Finding } from './finding'

/** The rows of one account, summed: net = debtor - creditor. */
export interface Account {
  number: string
  name: string
  rows: BalanceLine[]
  net: Big
}

/** One upload, with the look-ups that rules need. Look-ups take the first of two equals. */
export interface UploadIndex {
  data: ControlData
  upload: EvidenceFigure['upload']
  rows(type: NavType): readonly NavLine[]
  element(type: NavType, code: string): NavLine | undefined
  /** Codes of all rows that belong to a share class, in the table's order. */
  classCodes: readonly string[]
  accounts: ReadonlyMap<string, Account>
  /** First line of each instrument code; empty without inventory. */
  instruments: ReadonlyMap<string, InventoryLine>
}

/** Indexes one upload; the tables are not changed. */
export function indexUpload(data: ControlData, upload: EvidenceFigure['upload']): UploadIndex {
  const byType = new Map<NavType, NavLine[]>()
  const elements = new Map<string, NavLine>()
  const classCodes = new Set<string>()
  for (const line of data.nav.lines) {
    const rows = byType.get(line.type)
    if (rows) rows.push(line)
    else byType.set(line.type, [line])
    const key = `${line.type}\n${line.code}`
    if (!elements.has(key)) elements.set(key, line)
    if (CLASS_TYPES.includes(line.type)) classCodes.add(line.code)
  }
  let instruments: Map<string, InventoryLine> | undefined
  return {
    data,
    upload,
    rows: (type) => byType.get(type) ?? [],
    element: (type, code) => elements.get(`${type}\n${code}`),
    classCodes: [...classCodes],
    accounts: accountsOf(data.balance),
    get instruments() {
      instruments ??= firstLines(data.inventory?.lines ?? [])
      return instruments
    },
  }
}

function firstLines(lines: readonly InventoryLine[]): Map<string, InventoryLine> {
  const first = new Map<string, InventoryLine>()
  for (const line of lines) if (!first.has(line.instrumentCode)) first.set(line.instrumentCode, line)
  return first
}

/** The accounts of a balance by number, rows of one account summed. */
export function accountsOf(balance: Table<BalanceLine>): Map<string, Account> {
  const accounts = new Map<string, Account>()
  for (const row of balance.lines) {
    const net = new Big(row.debtor).minus(row.creditor)
    const account = accounts.get(row.accountNumber)
    if (account) {
      account.rows.push(row)
      account.net = account.net.plus(net)
    } else
      accounts.set(row.accountNumber, { number: row.accountNumber, name: row.accountName, rows: [row], net })
  }
  return accounts
}

/**
 * Every row of a type of class element. Classes without such a row, and a NAV table without classes, are reported to
 * the finding.
 */
export function classRows(index: UploadIndex, type: NavType, finding: Finding): readonly NavLine[] {
  if (index.classCodes.length === 0) finding.lacks('share classes in the NAV table')
  for (const code of index.classCodes) if (!index.element(type, code)) finding.leaveOut(type, code)
  return index.rows(type)
}
