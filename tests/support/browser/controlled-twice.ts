import { planSet, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { type WrittenFile, writeBook, writeSet } from 'tests/support/workbooks/write'
import { control } from './calls'
import { newFund, type TestFund } from './funds'

/** A fund controlled twice, with a good set and then with a fault in a class, and once on the date before. */
export async function controlledTwice(
  options: Parameters<typeof newFund>[0],
): Promise<{ fund: TestFund; faulty: WrittenFile[] }> {
  const fund = await newFund(options)
  const [previous] = fund.navs
  if (previous) await control('accountant2', await writeSet(previous.model, 'FIA3'))
  await control('accountant1', await writeSet(fund.nav.model, 'FIA3'))
  const books = planSet(fund.nav.model, 'FIA3')
  const [first] = fund.nav.model.classes
  rowIn(tableIn(books, 'NAV'), { type: 'CLASS TNA', code: first?.code ?? '' }).value = { number: '28000000' }
  const faulty = await Promise.all(books.map(writeBook))
  await control('accountant1', faulty)
  return { fund, faulty }
}
