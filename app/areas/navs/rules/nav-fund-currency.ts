import type { TableSource } from '../workbooks/control-data'
import { Finding } from './finding'
import type { RuleCheck } from './rule-context'

/** N01: the fund currency in every preamble is the fund's. Exact. */
export const fundCurrency: RuleCheck = ({ input }) => {
  const finding = new Finding({ one: 'preamble', many: 'preambles' })
  const { nav, balance, inventory } = input.data
  const sources: TableSource[] = [nav.source, balance.source, ...(inventory ? [inventory.source] : [])]
  for (const { kind, file, sheet, preamble } of sources) {
    const { value, cell } = preamble.fundCurrency
    const holds = value === input.fund.currency
    finding.compare({
      holds,
      subject: `${kind} preamble`,
      formula: () =>
        holds
          ? `fund currency ${value} in ${file}`
          : `fund currency ${value} in ${file}, not ${input.fund.currency}`,
      figures: () => [{ label: 'Fund currency', value, kind: 'text', upload: 'current', file, sheet, cell }],
    })
  }
  return finding
}
