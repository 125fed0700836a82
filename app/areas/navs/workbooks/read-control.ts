import { DomainError } from '~/platform/values/domain-error'
import { collectFaults, type Faults } from '~/platform/workbooks/faults'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import type { Workbook } from '~/platform/workbooks/workbook'
import type { ControlData, Table, TableSource } from './control-data'
import { NO_PREAMBLE } from './found-table'
import { readBalance } from './read-balance'
import { readInventory } from './read-inventory'
import { readNav } from './read-nav'
import { recogniseSet, type SetKind } from './recognise-set'

export interface UploadedFile {
  name: string
  bytes: Uint8Array
}

/**
 * The tables of a control upload. Everything wrong with the files is one DomainError 'invalid': a file that is no
 * workbook, a set that is not the expected one, or the list of faults with their cells. `onFile` hears the place of
 * each file, from 1, as it is begun.
 */
export async function readControl(
  files: readonly UploadedFile[],
  expected: SetKind,
  onFile: (place: number) => void = () => {},
): Promise<ControlData> {
  const found = recogniseSet(await readAll(files, onFile), expected)
  const faults = collectFaults()
  const nav = readNav(found.nav, faults)
  const balance = readBalance(found.balance, faults)
  const inventory = found.inventory && readInventory(found.inventory, faults)
  const sources = [nav, balance, inventory].flatMap((table: Table<unknown> | null) =>
    table ? [table.source] : [],
  )
  agree(sources, faults)
  faults.refuseIfAny()
  const { fundCode, navDate } = nav.source.preamble
  return { fundCode: fundCode.value, navDate: navDate.value, nav, balance, inventory }
}

async function readAll(files: readonly UploadedFile[], onFile: (place: number) => void): Promise<Workbook[]> {
  const workbooks: Workbook[] = []
  const refusals: DomainError[] = []
  for (const [index, file] of files.entries()) {
    onFile(index + 1)
    try {
      workbooks.push(await readWorkbook(file.bytes, file.name))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refusals.push(error)
    }
  }
  const [first] = refusals
  if (refusals.length === 1 && first) throw first
  if (first) {
    throw new DomainError('invalid', `${refusals.length} files cannot be read:`, {
      list: refusals.map((refusal) => refusal.message),
    })
  }
  return workbooks
}

/** Fund code and NAV date must be the same above every table. */
function agree(sources: readonly TableSource[], faults: Faults): void {
  const sound = sources.filter((source) => source.preamble !== NO_PREAMBLE)
  const [first, ...others] = sound
  for (const source of others) {
    for (const [label, field] of [
      ['Fund code', 'fundCode'],
      ['NAV date', 'navDate'],
    ] as const) {
      const value = source.preamble[field]
      const expected = first?.preamble[field]
      if (!expected || value.value === expected.value) continue
      const what = `${label} "${value.value}" differs from "${expected.value}" in ${first.file}, ${first.sheet}!${expected.cell}`
      faults.add(source.file, source.sheet, value.cell, what)
    }
  }
}
