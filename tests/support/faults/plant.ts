import { referenceOf } from 'tests/support/areas/navs/rules/rule-input'
import type { FundModel } from 'tests/support/workbooks/fund-model'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import { type BookPlan, type Cell, rowIn, type SetKind, tableIn } from 'tests/support/workbooks/plan'
import { readControl } from 'tests/support/workbooks/read-control'
import { writeSet } from 'tests/support/workbooks/write'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { Big, type Decimal, plain } from '~/platform/values/decimal'

/** One planted fault: what is changed in the workbooks, in those of the date before, or in the reference data. */
export interface Fault {
  now?: (books: BookPlan[], model: FundModel) => void
  before?: (books: BookPlan[], now: FundModel) => void
  reference?: (input: RuleInput) => void
}

/** Writes both dates as real workbooks, plants the fault, and reads them back as an upload would be. */
export async function inputWithFault(fault: Fault, set: SetKind = 'FIA3'): Promise<RuleInput> {
  const model = fundModel()
  const earlier = previousModel()
  const data = await readControl(await writeSet(model, set, (books) => fault.now?.(books, model)), set)
  const previous = await readControl(
    await writeSet(earlier, set, (books) => fault.before?.(books, model)),
    set,
  )
  const input: RuleInput = { ...referenceOf(model, earlier), data, previous }
  input.sent = model.classes.map(({ code, navPerShare }) => ({ classCode: code, navPerShare }))
  fault.reference?.(input)
  return input
}

export const element = (books: BookPlan[], type: string, code: string) =>
  rowIn(tableIn(books, 'NAV'), { type, code })
export const account = (books: BookPlan[], accountNumber: string) =>
  rowIn(tableIn(books, 'Balance'), { accountNumber })
export const line = (books: BookPlan[], instrumentCode: string) =>
  rowIn(tableIn(books, 'Inventory'), { instrumentCode })

/** The first instrument codes of a type. */
export function codesOf(model: FundModel, type: string, count: number): string[] {
  return model.inventory
    .filter((each) => each.type === type)
    .slice(0, count)
    .map((each) => each.instrumentCode)
}

/** Adds an amount to a number cell; a blank one counts 0. */
export function add(row: Record<string, Cell>, key: string, amount: Decimal): void {
  row[key] = { number: plain(new Big(numberOf(row, key)).plus(amount)) }
}

export function multiply(row: Record<string, Cell>, key: string, factor: Decimal): void {
  row[key] = { number: plain(new Big(numberOf(row, key)).times(factor)) }
}

export function numberOf(row: Record<string, Cell>, key: string): Decimal {
  const cell = row[key]
  return cell && 'number' in cell ? cell.number : '0'
}
